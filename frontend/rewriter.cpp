// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token rewriter. Stock clang knows none of SYCL's attributes, and a plugin can teach it new ones
// (ParsedAttrInfo) only for places where C++ puts declaration attributes: not after a parameter list, where
// SYCL 2020 wants them on lambdas, and not with parameter packs as arguments. So the tokens are rewritten
// before the parser sees them. Where C++ has an attribute of the declaration:
//
//   [[nodiscard, sycl::x(8)]] int f();      [[clang::annotate("sycl::x", 8)]] [[nodiscard]] int f();
//
// After a parameter list C++ has an attribute of the type. clang has a place for GNU attributes of the
// declaration near it, in lambdas before the specifiers, in functions after them:
//
//   [=](id<1> i) mutable [[sycl::x]] {}     [=](id<1> i) __attribute__((annotate("sycl::x"))) mutable {}
//   int f() const [[sycl::x]];              int f() const [[]] __attribute__((annotate("sycl::x")));
//
// A GNU attribute stays where it is:
//
//   __attribute__((reqd_sub_group_size))    __attribute__((annotate("sycl::reqd_sub_group_size")))
//
// In the host compilation our attributes are dropped.
//
// The preprocessor calls the watcher with each token it hands to the parser. What the watcher reads
// ahead it puts back as a token stream; put-back tokens are not watched again. While the parser is
// backtracking, tokens are cached too: a token read ahead must leave the cache again.
#include "frontend/rewriter.h"
#include "frontend/attribute_list.h"

#include "clang/Lex/Preprocessor.h"

#include <array>

using namespace clang;
using namespace sycc;

namespace {

// What a token means to the rewriter. All but a few kinds mean nothing, and the watcher is done with them.
enum class Role : char { None, Specifier, Open, Close, OpenBrace, CloseBrace, Semi, Less, Square };

constexpr auto Roles = [] {
  std::array<Role, tok::NUM_TOKENS> R = {};
  // Between a parameter list and an attribute of the function.
  for (tok::TokenKind K : {tok::kw_const, tok::kw_volatile, tok::kw_restrict, tok::amp, tok::ampamp,
                           tok::kw_mutable, tok::kw_static, tok::kw_constexpr, tok::kw_consteval,
                           tok::kw_noexcept, tok::kw_throw, tok::kw___attribute})
    R[K] = Role::Specifier;
  R[tok::l_paren] = Role::Open;
  R[tok::r_paren] = Role::Close;
  R[tok::l_brace] = Role::OpenBrace;
  R[tok::r_brace] = Role::CloseBrace;
  R[tok::semi] = Role::Semi;
  R[tok::less] = Role::Less;
  R[tok::l_square] = Role::Square;
  return R;
}();

enum class Place : char { Elsewhere, AfterFunction, AfterLambda }; // after its parameter list

bool isLambdaSpecifier(const Token &T) {
  return T.isOneOf(tok::kw_mutable, tok::kw_static, tok::kw_constexpr, tok::kw_consteval, tok::kw_noexcept,
                   tok::kw_throw, tok::kw___attribute);
}

bool isOpening(const Token &T) {
  return T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
}
bool isClosing(const Token &T) {
  return T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
}
bool isEnd(const Token &T) {
  return T.isOneOf(tok::eof, tok::eod);
}

class Rewriter {
public:
  Rewriter(Preprocessor &PP, Attributes Mode) : PP(PP), Mode(Mode) {}

  void operator()(const Token &Seen) {
    if (Busy)
      return;
    if (Roles[Seen.getKind()] == Role::None) {
      Here = Place::Elsewhere;
      Previous = Seen.getKind();
      return;
    }
    Busy = true;
    watch(const_cast<Token &>(Seen)); // the only way to replace a token
    Busy = false;
  }

private:
  Preprocessor &PP;
  Attributes Mode;
  static constexpr size_t NoHead = -1;
  bool Busy = false;
  bool OperatorSquare = false;   // the last '[' was that of 'operator[]'
  Place Here = Place::Elsewhere; // where the next token stands
  tok::TokenKind Previous = tok::unknown;
  llvm::SmallVector<Place, 32> Parens; // the open ones: where their ')' leads to
  // For each open brace: how many Parens are open where a lambda has '<...>'.
  llvm::SmallVector<size_t, 32> Heads = {NoHead};

  // ---- where we are ----

  void note(tok::TokenKind Kind) {
    switch (Roles[Kind]) {
    case Role::Open:
      Parens.push_back(afterOpening());
      Here = Place::Elsewhere;
      break;
    case Role::Close:
      Here = Parens.empty() ? Place::Elsewhere : Parens.pop_back_val();
      break;
    case Role::OpenBrace:
      Heads.push_back(NoHead);
      Here = Place::Elsewhere;
      break;
    case Role::CloseBrace:
      if (Heads.size() > 1)
        Heads.pop_back();
      Here = Place::Elsewhere;
      break;
    case Role::Semi:
      Heads.back() = NoHead;
      Here = Place::Elsewhere;
      break;
    case Role::Less: // '[]<', if it is not 'a[i] <', which nothing follows that matters
      if (Previous == tok::r_square)
        Heads.back() = Parens.size();
      Here = Place::Elsewhere;
      break;
    case Role::Square:
      OperatorSquare = Previous == tok::kw_operator;
      break;
    case Role::Specifier:
      break;
    case Role::None:
      Here = Place::Elsewhere;
    }
    Previous = Kind;
  }

  // Where the ')' leads to whose '(' comes now. That of the name 'operator()' is no parameter list.
  Place afterOpening() const {
    if (Previous == tok::kw_operator)
      return Place::Elsewhere;
    bool InLambda = (Previous == tok::r_square && !OperatorSquare) || Heads.back() == Parens.size();
    return InLambda ? Place::AfterLambda : Place::AfterFunction;
  }

  void watch(Token &Seen) {
    Place Before = Here;
    tok::TokenKind Last = Previous;
    note(Seen.getKind());
    bool InLambda = Before == Place::AfterLambda || Last == tok::r_square; // '[] mutable' has no parameters
    if ((InLambda && isLambdaSpecifier(Seen)) || (Before == Place::AfterLambda && Seen.is(tok::l_square)))
      rewriteLambda(Seen);
    else if (Seen.is(tok::kw___attribute))
      rewriteGNU();
    else if (Seen.is(tok::l_square) && Last == tok::l_square)
      rewriteList(Seen, Before);
  }

  // ---- reading ahead ----

  Token next() {
    Token T;
    PP.Lex(T);
    if (PP.isBacktrackEnabled() && PP.IsPreviousCachedToken(T))
      PP.ReplacePreviousCachedToken({});
    return T;
  }

  void putBack(TokensRef Rest) {
    if (Rest.empty())
      return;
    auto Copy = std::make_unique<Token[]>(Rest.size());
    std::copy(Rest.begin(), Rest.end(), Copy.get());
    PP.EnterTokenStream(std::move(Copy), Rest.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  }

  // For tokens that are put back as they were read.
  void noteAll(TokensRef Read) {
    for (const Token &T : Read)
      note(T.getKind());
  }

  // Reads on from an opening bracket to the one that closes it. False where it is not closed: at a closing
  // bracket of another kind, at a ';' outside of braces, at the end of the file. The parser will say so.
  bool takeBalanced(Token Open, Tokens &To) {
    llvm::SmallVector<tok::TokenKind, 8> Closers;
    To.push_back(Open);
    for (;;) {
      const Token &T = To.back();
      if (isOpening(T))
        Closers.push_back(T.is(tok::l_paren)    ? tok::r_paren
                          : T.is(tok::l_square) ? tok::r_square
                                                : tok::r_brace);
      else if (isClosing(T) && Closers.pop_back_val() != T.getKind())
        return false;
      if (Closers.empty())
        return true;
      if (isEnd(T) || (T.is(tok::semi) && !llvm::is_contained(Closers, tok::r_brace)))
        return false;
      To.push_back(next());
    }
  }

  // Reads the list after '[[' and its ']]', which goes to Close. False when it is none; List then has all
  // that was read.
  bool takeList(Tokens &List, Tokens &Close) {
    for (;;) {
      Token T = next();
      if (T.is(tok::l_paren)) {
        if (!takeBalanced(T, List))
          return false;
        continue;
      }
      if (T.is(tok::r_square)) {
        Close.push_back(T);
        Close.push_back(next());
        if (Close[1].is(tok::r_square))
          return true;
        List.append(Close);
        return false;
      }
      List.push_back(T);
      bool Word = !T.isAnnotation() && T.getIdentifierInfo();
      if (!Word && !T.isOneOf(tok::coloncolon, tok::comma, tok::colon, tok::ellipsis))
        return false;
    }
  }

  // A list that begins at Open, another than the parser has begun with: what is not ours of it goes to Kept.
  // False when it is none; After then has all that was read.
  bool takeWholeList(Token Open, Tokens &Kept, OurAttributes &Ours, Tokens &After) {
    Tokens List, Close, Others;
    After.push_back(Open);
    After.push_back(next());
    if (After[1].isNot(tok::l_square))
      return false;
    if (!takeList(List, Close)) {
      After.append(List);
      return false;
    }
    splitAttributes(PP, List, Ours, Others);
    if (!Others.empty())
      appendBrackets(After, Others, Close, Kept);
    After.clear();
    return true;
  }

  // ---- rewriting ----

  static void appendBrackets(TokensRef Open, TokensRef List, TokensRef Close, Tokens &Out) {
    for (TokensRef Part : {Open, List, Close})
      Out.append(Part.begin(), Part.end());
  }

  void appendGNU(const OurAttributes &Ours, Tokens &Out) {
    SourceLocation Begin = Ours.front().Begin, End = Ours.back().End;
    Token Keyword = makeToken(tok::kw___attribute, Begin);
    Keyword.setIdentifierInfo(PP.getIdentifierInfo("__attribute__"));
    Out.push_back(Keyword);
    Out.append(2, makeToken(tok::l_paren, Begin));
    appendAnnotations(PP, Ours, Spelling::GNU, Out);
    Out.append(2, makeToken(tok::r_paren, End));
  }

  // The parser has '[[', of which Square is the second.
  void rewriteList(const Token &Square, Place Before) {
    Tokens List, Close, Others, Out;
    OurAttributes Ours;
    if (!takeList(List, Close)) {
      noteAll(List);
      return putBack(List);
    }
    splitAttributes(PP, List, Ours, Others);
    Previous = tok::r_square;
    Here = Before;
    if (Mode == Attributes::Drop || Ours.empty() || Before == Place::AfterFunction) {
      Out.append(Others);
      Out.append(Close);
      if (Mode == Attributes::Annotate && !Ours.empty())
        annotateFunction(Ours, Out);
    } else {
      appendAnnotations(PP, Ours, Spelling::Standard, Out);
      Out.append(Close);
      if (!Others.empty())
        appendBrackets(Tokens(2, Square), Others, Close, Out);
    }
    putBack(Out);
  }

  // What stands behind __attribute__, from Begin to the end of Out, with our names as annotations.
  void annotateGNU(Tokens &Out, size_t Begin) {
    const size_t N = Out.size();
    if (N < Begin + 4 || Out[Begin + 1].isNot(tok::l_paren) || Out[N - 2].isNot(tok::r_paren))
      return;
    OurAttributes Ours;
    Tokens Others, Close(Out.begin() + N - 2, Out.end());
    splitGNU(PP, TokensRef(Out).slice(Begin + 2, N - Begin - 4), Ours, Others);
    if (Ours.empty())
      return;
    Out.truncate(Begin + 2);
    if (Mode == Attributes::Annotate) {
      appendAnnotations(PP, Ours, Spelling::GNU, Out);
      if (!Others.empty())
        Out.push_back(makeToken(tok::comma, Close[0].getLocation()));
    }
    Out.append(Others);
    Out.append(Close);
  }

  // The parser has '__attribute__'.
  void rewriteGNU() {
    Tokens Out;
    Token T = next();
    if (T.isNot(tok::l_paren))
      Out.push_back(T);
    else if (takeBalanced(T, Out))
      annotateGNU(Out, 0);
    noteAll(Out);
    putBack(Out);
  }

  // Out ends with a list after the parameters of a function. Further lists come before the GNU attribute;
  // what else belongs to the declarator would have to, too, and a type takes an attribute behind it for its
  // own.
  void annotateFunction(OurAttributes &Ours, Tokens &Out) {
    Tokens After;
    Token T = next();
    while (T.is(tok::l_square) && takeWholeList(T, Out, Ours, After))
      T = next();
    if (After.empty())
      After.push_back(T);
    if (T.isOneOf(tok::arrow, tok::kw_requires))
      refuse(Ours[0], T);
    else
      appendGNU(Ours, Out);
    noteAll(After);
    Out.append(After);
  }

  void refuse(const Attribute &A, const Token &Behind) {
    DiagnosticsEngine &D = PP.getDiagnostics();
    unsigned ID =
        D.getCustomDiagID(DiagnosticsEngine::Error, "SYCL attribute cannot stand in front of '%0' here; "
                                                    "write it at the beginning of the declaration");
    D.Report(A.Begin, ID) << PP.getSpelling(Behind);
  }

  // First stands after the parameters of a lambda and begins its specifiers and attributes.
  void rewriteLambda(Token &First) {
    Token Original = First, T = First;
    Tokens Specifiers, After, Out;
    OurAttributes Ours;
    while (takeSpecifier(T, Specifiers, Ours, After))
      T = next();
    if (Mode == Attributes::Annotate && !Ours.empty())
      appendGNU(Ours, Out);
    Out.append(Specifiers);
    Out.append(After);
    noteAll(After);
    First = Out[0];
    for (Token::TokenFlags F : {Token::StartOfLine, Token::LeadingSpace})
      First.setFlagValue(F, Original.getFlag(F));
    if (PP.isBacktrackEnabled() && PP.IsPreviousCachedToken(Original))
      PP.ReplacePreviousCachedToken({First});
    putBack(TokensRef(Out).drop_front());
  }

  // A specifier of a lambda, its parentheses, or a list. False when T is none of them; After then has what
  // was read.
  bool takeSpecifier(Token T, Tokens &Specifiers, OurAttributes &Ours, Tokens &After) {
    if (T.is(tok::l_square))
      return takeWholeList(T, Specifiers, Ours, After);
    if (T.is(tok::l_paren) && !Specifiers.empty() && isLambdaSpecifier(Specifiers.back())) {
      const size_t Begin = Specifiers.size();
      const bool GNU = Specifiers.back().is(tok::kw___attribute), Whole = takeBalanced(T, Specifiers);
      if (GNU && Whole)
        annotateGNU(Specifiers, Begin);
      return Whole;
    }
    (isLambdaSpecifier(T) ? Specifiers : After).push_back(T);
    return After.empty();
  }
};

} // namespace

void sycc::installAttributeRewriter(Preprocessor &PP, Attributes Mode) {
  PP.setTokenWatcher(Rewriter(PP, Mode));
}
