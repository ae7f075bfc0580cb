// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token rewriter. Stock clang knows none of SYCL's attributes, and a plugin can teach it new ones
// (ParsedAttrInfo) only for places where C++ puts declaration attributes: not after a lambda's parameter
// list, where SYCL 2020 wants them, and not with parameter packs as arguments. So the tokens are
// rewritten before the parser sees them:
//
//   [[sycl::reqd_sub_group_size(8)]]            -> [[clang::annotate("sycl::reqd_sub_group_size", 8)]]
//   [=](id<1> i) mutable [[sycl::device_has()]] -> [=](id<1> i) __attribute__((annotate("sycl::device_has"))) mutable
//
// Other attributes in the same list stay. In the host compilation ours are dropped.
//
// The preprocessor calls the watcher with each token it hands to the parser. What the watcher reads
// ahead it puts back as a token stream; put-back tokens are not watched again. While the parser is
// backtracking, tokens are cached too: a token read ahead must leave the cache again.
#include "frontend/rewriter.h"

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace {

using Tokens = llvm::SmallVector<Token, 32>;

// The attributes that are ours. A namespace alone says too little: [[intel::...]] has many others.
const llvm::StringSet<> &ourAttributes() {
  static const llvm::StringSet<> Names = {
      "sycl::device_has",
      "sycl::reqd_work_group_size",
      "sycl::work_group_size_hint",
      "sycl::reqd_sub_group_size",
      "intel::named_sub_group_size",
      "intel::kernel_args_restrict",
      "sycl_detail::uses_aspects",
      "sycl_detail::add_ir_function_attributes",
      "sycl_detail::add_ir_kernel_parameter_attributes",
      "sycl_detail::add_ir_global_variable_attributes",
      "sycl_detail::add_ir_member_annotation",
  };
  return Names;
}

// "__sycl_detail__::__uses_aspects__" is another way to write "sycl_detail::uses_aspects".
llvm::StringRef withoutUnderscores(llvm::StringRef S) {
  if (S.size() > 4 && S.starts_with("__") && S.ends_with("__"))
    return S.drop_front(2).drop_back(2);
  return S;
}

// One attribute of a list: its tokens, and its full name when it has the shape of one of ours.
struct Attribute {
  std::string Name;
  SourceLocation Where;
  Tokens All;       // as written
  Tokens Arguments; // between the parentheses
};

class Rewriter {
public:
  Rewriter(Preprocessor &PP, sycc::Attributes Mode) : PP(PP), Mode(Mode) {}

  void operator()(const Token &Seen) {
    if (Busy)
      return;
    tok::TokenKind Before = Previous;
    Previous = Seen.getKind();
    bool AfterParameters = Before == tok::r_paren;
    if (Seen.isNot(tok::l_square) && !(AfterParameters && isSpecifier(Seen)))
      return;
    Busy = true;
    rewriteFrom(const_cast<Token &>(Seen), AfterParameters);
    Busy = false;
  }

private:
  Preprocessor &PP;
  sycc::Attributes Mode;
  bool Busy = false;
  tok::TokenKind Previous = tok::unknown;

  static bool isSpecifier(const Token &T) {
    return T.isOneOf(tok::kw_mutable, tok::kw_noexcept, tok::kw_constexpr, tok::kw_consteval);
  }

  Token next() {
    Token T;
    PP.Lex(T);
    if (PP.isBacktrackEnabled() && PP.IsPreviousCachedToken(T))
      PP.ReplacePreviousCachedToken({});
    return T;
  }

  void putBack(llvm::ArrayRef<Token> Rest) {
    if (Rest.empty())
      return;
    auto Copy = std::make_unique<Token[]>(Rest.size());
    std::copy(Rest.begin(), Rest.end(), Copy.get());
    PP.EnterTokenStream(std::move(Copy), Rest.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  }

  // Replaces First, and what has to be read after it, by the rewritten tokens.
  void rewriteFrom(Token &First, bool AfterParameters) {
    Token Original = First;
    Tokens Out;
    if (isSpecifier(First))
      moveBeforeSpecifiers(First, Out);
    else
      attributeList(First, Out, AfterParameters);
    while (Out.empty()) { // everything was dropped: go on with what follows
      Token T = next();
      if (T.is(tok::l_square))
        attributeList(T, Out, AfterParameters);
      else
        Out.push_back(T);
    }
    const Token::TokenFlags Kept[] = {Token::StartOfLine, Token::LeadingSpace};
    First = Out[0];
    for (Token::TokenFlags F : Kept)
      First.setFlagValue(F, Original.getFlag(F));
    if (PP.isBacktrackEnabled() && PP.IsPreviousCachedToken(Original))
      PP.ReplacePreviousCachedToken({First});
    Previous = Out.back().getKind();
    putBack(llvm::ArrayRef<Token>(Out).drop_front());
  }

  // ') mutable noexcept(...) [[sycl::x]]': a GNU attribute has to stand before the specifiers.
  void moveBeforeSpecifiers(Token First, Tokens &Out) {
    Tokens Specifiers;
    Specifiers.push_back(First);
    Token T = next();
    for (;; T = next()) {
      if (isSpecifier(T))
        Specifiers.push_back(T);
      else if (T.is(tok::l_paren) && Specifiers.back().is(tok::kw_noexcept))
        takeParentheses(T, Specifiers);
      else
        break;
    }
    if (T.isNot(tok::l_square) || !attributeList(T, Out, true)) {
      if (Out.empty())
        Out.push_back(T);
      Out.insert(Out.begin(), Specifiers.begin(), Specifiers.end());
    } else
      Out.append(Specifiers.begin(), Specifiers.end());
  }

  void takeParentheses(Token Open, Tokens &To) {
    int Depth = 1;
    To.push_back(Open);
    while (Depth) {
      Token T = next();
      To.push_back(T);
      if (T.is(tok::eof))
        return;
      Depth += T.is(tok::l_paren) - T.is(tok::r_paren);
    }
  }

  // Reads the list that starts at Open, if one does, and appends to Out what stands for it. True when
  // the list held an attribute of ours.
  bool attributeList(Token Open, Tokens &Out, bool AfterParameters) {
    Tokens List;
    List.push_back(Open);
    List.push_back(next());
    if (List[1].isNot(tok::l_square) || !collect(List)) {
      Out.append(List.begin(), List.end());
      return false;
    }
    llvm::SmallVector<Attribute, 4> Ours, Others;
    Tokens Prefix;
    split(List, Prefix, Ours, Others);
    if (Ours.empty()) {
      Out.append(List.begin(), List.end());
      return false;
    }
    if (Mode == sycc::Attributes::Annotate)
      emitOurs(Ours, Open.getLocation(), AfterParameters, Out);
    emitOthers(Others, Prefix, List, Out);
    return true;
  }

  // Reads to the closing ']]'. False at the end of the file.
  bool collect(Tokens &List) {
    for (int Depth = 0;;) {
      List.push_back(next());
      const Token &T = List.back();
      if (T.is(tok::eof))
        return false;
      if (T.is(tok::r_square) && Depth == 0) {
        List.push_back(next());
        return List.back().is(tok::r_square);
      }
      if (T.isOneOf(tok::l_square, tok::l_paren, tok::l_brace))
        Depth++;
      if (T.isOneOf(tok::r_square, tok::r_paren, tok::r_brace))
        Depth--;
    }
  }

  static llvm::StringRef identifier(const Token &T) {
    IdentifierInfo *I = T.isAnnotation() ? nullptr : T.getIdentifierInfo();
    return I ? I->getName() : llvm::StringRef();
  }

  // List is '[' '[' ... ']' ']'. Prefix gets the tokens of 'using ns :'.
  void split(const Tokens &List, Tokens &Prefix, llvm::SmallVectorImpl<Attribute> &Ours,
             llvm::SmallVectorImpl<Attribute> &Others) {
    size_t I = 2, End = List.size() - 2;
    llvm::StringRef Using;
    if (I + 2 < End && List[I].is(tok::kw_using)) {
      Using = withoutUnderscores(identifier(List[I + 1]));
      Prefix.append(&List[I], &List[I] + 3);
      I += 3;
    }
    while (I < End) {
      Attribute A;
      int Depth = 0;
      for (; I < End && !(Depth == 0 && List[I].is(tok::comma)); I++) {
        Depth += List[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
        Depth -= List[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
        A.All.push_back(List[I]);
      }
      I++; // the comma
      if (A.All.empty())
        continue;
      readName(A, Using);
      (ourAttributes().contains(A.Name) ? Ours : Others).push_back(A);
    }
  }

  static void readName(Attribute &A, llvm::StringRef Using) {
    const Tokens &T = A.All;
    size_t NameAt = 0;
    llvm::StringRef Scope = Using;
    if (T.size() >= 3 && T[1].is(tok::coloncolon)) {
      Scope = withoutUnderscores(identifier(T[0]));
      NameAt = 2;
    }
    A.Where = T[0].getLocation();
    A.Name = (Scope + "::" + withoutUnderscores(identifier(T[NameAt]))).str();
    if (NameAt + 2 < T.size() && T[NameAt + 1].is(tok::l_paren))
      A.Arguments.append(T.begin() + NameAt + 2, T.end() - 1);
  }

  Token make(tok::TokenKind Kind, SourceLocation L, const char *Identifier = nullptr) {
    Token T;
    T.startToken();
    T.setKind(Kind);
    T.setLocation(L);
    T.setLength(Identifier ? strlen(Identifier) : 1);
    if (Identifier)
      T.setIdentifierInfo(PP.getIdentifierInfo(Identifier));
    return T;
  }

  Token makeString(const std::string &S, SourceLocation L) {
    Token T;
    T.startToken();
    T.setKind(tok::string_literal);
    PP.CreateString("\"" + S + "\"", T, L, L);
    return T;
  }

  void emitOurs(llvm::ArrayRef<Attribute> Ours, SourceLocation L, bool AfterParameters, Tokens &Out) {
    if (AfterParameters) {
      Out.push_back(make(tok::kw___attribute, L, "__attribute__"));
      Out.append(2, make(tok::l_paren, L));
    } else
      Out.append(2, make(tok::l_square, L));
    for (const Attribute &A : Ours) {
      if (&A != Ours.begin())
        Out.push_back(make(tok::comma, A.Where));
      if (!AfterParameters) {
        Out.push_back(make(tok::identifier, A.Where, "clang"));
        Out.push_back(make(tok::coloncolon, A.Where));
      }
      emitAnnotate(A, Out);
    }
    Out.append(2, make(AfterParameters ? tok::r_paren : tok::r_square, L));
  }

  // annotate("name", arguments...). A '{...}' among the arguments (the filter list of the add_ir
  // attributes) is no expression: its braces become the strings "{" and "}".
  void emitAnnotate(const Attribute &A, Tokens &Out) {
    Out.push_back(make(tok::identifier, A.Where, "annotate"));
    Out.push_back(make(tok::l_paren, A.Where));
    Out.push_back(makeString(A.Name, A.Where));
    bool Start = true; // where an argument may begin
    int Depth = 0;
    bool InFilter = false;
    if (!A.Arguments.empty())
      Out.push_back(make(tok::comma, A.Where));
    for (size_t I = 0; I < A.Arguments.size(); I++) {
      const Token &T = A.Arguments[I];
      SourceLocation L = T.getLocation();
      if (Start && Depth == 0 && T.is(tok::l_brace)) {
        InFilter = true;
        Out.push_back(makeString("{", L));
        if (I + 1 < A.Arguments.size() && A.Arguments[I + 1].isNot(tok::r_brace))
          Out.push_back(make(tok::comma, L));
        continue;
      }
      if (InFilter && T.is(tok::r_brace)) {
        InFilter = false;
        Out.push_back(make(tok::comma, L));
        Out.push_back(makeString("}", L));
        continue;
      }
      Depth += T.is(tok::l_paren) - T.is(tok::r_paren);
      Start = T.is(tok::comma);
      Out.push_back(T);
    }
    Out.push_back(make(tok::r_paren, A.Where));
  }

  static void emitOthers(llvm::ArrayRef<Attribute> Others, const Tokens &Prefix, const Tokens &List, Tokens &Out) {
    if (Others.empty())
      return;
    Out.append(List.begin(), List.begin() + 2);
    Out.append(Prefix.begin(), Prefix.end());
    for (const Attribute &A : Others) {
      if (&A != Others.begin()) {
        Token Comma = List[0];
        Comma.setKind(tok::comma);
        Out.push_back(Comma);
      }
      Out.append(A.All.begin(), A.All.end());
    }
    Out.append(List.end() - 2, List.end());
  }
};

} // namespace

void sycc::installAttributeRewriter(Preprocessor &PP, Attributes Mode) { PP.setTokenWatcher(Rewriter(PP, Mode)); }
