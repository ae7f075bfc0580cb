// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An attribute of ours becomes an annotation with the same arguments:
//
//   sycl::reqd_sub_group_size(8)          clang::annotate("sycl::reqd_sub_group_size", 8)
//   sycl::vec_type_hint(float4)           clang::annotate("sycl::vec_type_hint",
//                                                         static_cast<float4 *>(nullptr))
//   intel::named_sub_group_size(primary)  clang::annotate("intel::named_sub_group_size", "primary")
//
// Beside the annotation the attribute's name stays, by which clang knows its places (attributes.cpp). The
// tokens are the user's own where there are any, so that clang's messages point at them.
#include "frontend/attribute_list.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace sycc;

namespace {

enum class Takes { Aspects, Sizes, Size, Word, Type, Nothing, Properties };

} // namespace

struct sycc::KnownAttribute {
  llvm::StringRef Scope, Name;
  Takes Arguments;
};

namespace {

const KnownAttribute Table[] = {
#define ATTRIBUTE(Scope, Name, Arguments, Places) {#Scope, #Name, Takes::Arguments},
#include "frontend/attributes.def"
};

// Other ways to write them.
const struct {
  llvm::StringRef Scope, Name, OfScope, OfName;
} Spellings[] = {
#define SAME(Scope, Name, OfScope, OfName) {#Scope, #Name, #OfScope, #OfName},
#include "frontend/attributes.def"
};

const std::pair<llvm::StringRef, llvm::StringRef> WithoutEffect[] = {
#define NO_EFFECT(Scope, Name) {#Scope, #Name},
#include "frontend/attributes.def"
};

// "__sycl_detail__::__uses_aspects__" is another way to write "sycl_detail::uses_aspects".
llvm::StringRef withoutUnderscores(llvm::StringRef S) {
  if (S.size() > 4 && S.starts_with("__") && S.ends_with("__"))
    return S.drop_front(2).drop_back(2);
  return S;
}

llvm::StringRef identifier(const Token &T) {
  IdentifierInfo *I = T.isAnnotation() ? nullptr : T.getIdentifierInfo();
  return I ? withoutUnderscores(I->getName()) : llvm::StringRef();
}

const KnownAttribute *find(llvm::StringRef Scope, llvm::StringRef Name) {
  for (const auto &S : Spellings)
    if (S.Name == Name && S.Scope == Scope)
      return find(S.OfScope, S.OfName);
  for (const KnownAttribute &K : Table)
    if (K.Name == Name && K.Scope == Scope)
      return &K;
  return nullptr;
}

bool hasNoEffect(llvm::StringRef Scope, llvm::StringRef Name) {
  return llvm::is_contained(WithoutEffect, std::pair(Scope, Name));
}

// One that the user may have meant: a letter in three may be wrong.
const KnownAttribute *findNear(llvm::StringRef Scope, llvm::StringRef Name) {
  const KnownAttribute *Best = nullptr;
  unsigned Limit = Name.size() / 3;
  for (const KnownAttribute &K : Table) {
    unsigned Distance = Name.edit_distance(K.Name, /*AllowReplacements=*/true, Limit + 1);
    if (K.Scope != Scope || Distance > Limit)
      continue;
    Best = &K;
    Limit = Distance;
  }
  return Best;
}

// The index of what closes the bracket at Open, which is there: the list is balanced.
size_t closing(TokensRef T, size_t Open) {
  size_t I = Open;
  for (int Depth = 0; I < T.size(); I++) {
    Depth += T[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= T[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (Depth == 0)
      break;
  }
  return I;
}

// Where the attribute that begins at Begin ends: at a comma, or at the end of the list.
size_t attributeEnd(TokensRef List, size_t Begin) {
  size_t I = Begin;
  while (I < List.size() && List[I].isNot(tok::comma))
    I = List[I].is(tok::l_paren) ? closing(List, I) + 1 : I + 1;
  return I;
}

Attribute readArguments(const KnownAttribute *Known, TokensRef T, size_t NameAt) {
  Attribute A = {Known, T[0].getLocation(), T[NameAt].getLocation(), {}, {}};
  size_t After = NameAt + 1;
  if (After < T.size() && T[After].is(tok::l_paren)) {
    size_t Close = closing(T, After);
    A.Arguments.append(T.begin() + After + 1, T.begin() + Close);
    A.End = T[Close].getLocation();
    After = Close + 1;
  }
  A.Rest.append(T.begin() + After, T.end());
  return A;
}

void warnMisspelt(Preprocessor &PP, llvm::StringRef Scope, const Token &Name, const KnownAttribute &Meant) {
  std::string Written = ("'" + Scope + "::" + PP.getSpelling(Name) + "'").str();
  PP.Diag(Name.getLocation(), diag::warn_unknown_attribute_ignored_suggestion)
      << Written << (Meant.Scope + "::" + Meant.Name).str()
      << FixItHint::CreateReplacement(Name.getLocation(), Meant.Name);
}

// A name of ours without its scope is unknown to clang as well, and ignored. The parser would refuse it where
// a type may have attributes, behind the parameters of a lambda, because a plugin's attribute is none for
// types.
bool dropUnscoped(Preprocessor &PP, const Token &Name) {
  bool Known = llvm::any_of(Table, [&](const KnownAttribute &K) { return K.Name == identifier(Name); });
  if (Known)
    PP.Diag(Name.getLocation(), diag::warn_unknown_attribute_ignored) << ("'" + PP.getSpelling(Name) + "'");
  return Known;
}

// One attribute of a list. False: not for us.
bool take(Preprocessor &PP, TokensRef T, llvm::StringRef Using, OurAttributes &Ours) {
  bool Scoped = T.size() >= 3 && T[1].is(tok::coloncolon);
  if (!Scoped && Using.empty())
    return dropUnscoped(PP, T[0]);
  if (Scoped && !Using.empty())
    return false;
  llvm::StringRef Scope = Scoped ? identifier(T[0]) : Using;
  const Token &Name = T[Scoped ? 2 : 0];
  if (const KnownAttribute *Known = find(Scope, identifier(Name))) {
    Ours.push_back(readArguments(Known, T, Scoped ? 2 : 0));
    return true;
  }
  if (hasNoEffect(Scope, identifier(Name)))
    return true;
  const KnownAttribute *Near = findNear(Scope, identifier(Name));
  if (Near)
    warnMisspelt(PP, Scope, Name, *Near);
  return Near != nullptr;
}

Token makeIdentifier(Preprocessor &PP, tok::TokenKind Kind, llvm::StringRef Name, SourceLocation Where) {
  Token T = makeToken(Kind, Where);
  T.setLength(Name.size());
  T.setIdentifierInfo(PP.getIdentifierInfo(Name));
  return T;
}

Token makeString(Preprocessor &PP, llvm::StringRef Text, SourceLocation Where) {
  Token T = makeToken(tok::string_literal, Where);
  PP.CreateString(("\"" + Text + "\"").str(), T, Where, Where);
  return T;
}

void appendScoped(Preprocessor &PP, llvm::StringRef Scope, llvm::StringRef Name, SourceLocation Where,
                  Tokens &Out) {
  Out.push_back(makeIdentifier(PP, tok::identifier, Scope, Where));
  Out.push_back(makeToken(tok::coloncolon, Where));
  Out.push_back(makeIdentifier(PP, tok::identifier, Name, Where));
}

// A type is no expression: a null pointer to it is.
void appendType(Preprocessor &PP, const Attribute &A, Tokens &Out) {
  SourceLocation Begin = A.Arguments[0].getLocation();
  Out.push_back(makeIdentifier(PP, tok::kw_static_cast, "static_cast", Begin));
  Out.push_back(makeToken(tok::less, Begin));
  Out.append(A.Arguments);
  Out.push_back(makeToken(tok::star, A.End));
  Out.push_back(makeToken(tok::greater, A.End));
  Out.push_back(makeToken(tok::l_paren, A.End));
  Out.push_back(makeIdentifier(PP, tok::kw_nullptr, "nullptr", A.End));
  Out.push_back(makeToken(tok::r_paren, A.End));
}

// A variable, a member or an element of it: N, sizes.x, sizes[1].
bool isVariable(TokensRef T) {
  return !T.empty() && T[0].is(tok::identifier) && llvm::all_of(T, [](const Token &Each) {
    return Each.isOneOf(tok::identifier, tok::period, tok::l_square, tok::r_square, tok::numeric_constant);
  });
}

// The value of a variable: (__typeof__(N))(N). An annotation would use the variable itself, and a lambda
// capture it: a kernel would have a member on the device that it does not have on the host.
void appendValue(Preprocessor &PP, TokensRef Variable, Tokens &Out) {
  SourceLocation Where = Variable[0].getLocation();
  Out.push_back(makeToken(tok::l_paren, Where));
  Out.push_back(makeIdentifier(PP, tok::kw_typeof, "__typeof__", Where));
  Out.push_back(makeToken(tok::l_paren, Where));
  Out.append(Variable.begin(), Variable.end());
  Out.push_back(makeToken(tok::r_paren, Where));
  Out.push_back(makeToken(tok::r_paren, Where));
  Out.push_back(makeToken(tok::l_paren, Where));
  Out.append(Variable.begin(), Variable.end());
  Out.push_back(makeToken(tok::r_paren, Where));
}

void appendValues(Preprocessor &PP, TokensRef List, Tokens &Out);

// The arguments of calls may be taken by reference: std::max(N, 8).
void appendCalls(Preprocessor &PP, TokensRef T, Tokens &Out) {
  for (size_t I = 0; I < T.size(); I++) {
    Out.push_back(T[I]);
    if (T[I].isNot(tok::identifier) || I + 1 == T.size() || T[I + 1].isNot(tok::l_paren))
      continue;
    size_t Open = I + 1, Close = closing(T, Open);
    Out.push_back(T[Open]);
    appendValues(PP, T.slice(Open + 1, Close - Open - 1), Out);
    I = Close - 1;
  }
}

void appendValues(Preprocessor &PP, TokensRef List, Tokens &Out) {
  for (size_t Begin = 0, End; Begin < List.size(); Begin = End + 1) {
    End = attributeEnd(List, Begin);
    TokensRef Argument = List.slice(Begin, End - Begin);
    if (isVariable(Argument))
      appendValue(PP, Argument, Out);
    else if (!Argument.empty() && Argument[0].is(tok::l_paren) &&
             closing(Argument, 0) + 1 == Argument.size()) {
      Out.push_back(Argument.front());
      appendValues(PP, Argument.drop_front().drop_back(), Out);
      Out.push_back(Argument.back());
    } else
      appendCalls(PP, Argument, Out);
    if (End < List.size())
      Out.push_back(List[End]);
  }
}

// A comma may also stand between arguments of a template, where '<' is: such lists stay as they are.
bool hasTemplates(TokensRef T) {
  return llvm::any_of(T, [](const Token &Each) { return Each.is(tok::less); });
}

bool takesNumbers(const Attribute &A) {
  return A.Known->Arguments == Takes::Aspects || A.Known->Arguments == Takes::Sizes ||
         A.Known->Arguments == Takes::Size;
}

void appendArguments(Preprocessor &PP, const Attribute &A, Tokens &Out) {
  const Token &First = A.Arguments[0];
  bool OneWord = A.Arguments.size() == 1 && !identifier(First).empty();
  Out.push_back(makeToken(tok::comma, First.getLocation()));
  if (A.Known->Arguments == Takes::Type)
    appendType(PP, A, Out);
  else if (A.Known->Arguments == Takes::Word && OneWord)
    Out.push_back(makeString(PP, PP.getSpelling(First), First.getLocation()));
  else if (takesNumbers(A) && !hasTemplates(A.Arguments))
    appendValues(PP, A.Arguments, Out);
  else
    Out.append(A.Arguments);
}

void appendAnnotation(Preprocessor &PP, const Attribute &A, Spelling S, Tokens &Out) {
  if (S == Spelling::Standard) {
    appendScoped(PP, A.Known->Scope, A.Known->Name, A.Begin, Out);
    Out.push_back(makeToken(tok::comma, A.Begin));
    appendScoped(PP, "clang", "annotate", A.Begin, Out);
  } else {
    Out.push_back(makeIdentifier(PP, tok::identifier, "sycl_attribute", A.Begin));
    Out.push_back(makeToken(tok::comma, A.Begin));
    Out.push_back(makeIdentifier(PP, tok::identifier, "annotate", A.Begin));
  }
  Out.push_back(makeToken(tok::l_paren, A.Begin));
  Out.push_back(makeString(PP, (A.Known->Scope + "::" + A.Known->Name).str(), A.Begin));
  if (!A.Arguments.empty())
    appendArguments(PP, A, Out);
  Out.push_back(makeToken(tok::r_paren, A.End));
  Out.append(A.Rest);
}

} // namespace

std::string sycc::attributeAt(const SourceManager &SM, SourceLocation Where) {
  llvm::StringRef Text = SM.getCharacterData(SM.getSpellingLoc(Where));
  auto Word = [&] {
    llvm::StringRef W = Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Text = Text.drop_front(W.size()).ltrim();
    return withoutUnderscores(W);
  };
  llvm::StringRef Scope = Word(), Name;
  if (Text.consume_front("::")) {
    Text = Text.ltrim();
    Name = Word();
  } else
    std::swap(Scope, Name);
  for (const KnownAttribute &K : Table)
    if (K.Name == Name && (Scope.empty() || K.Scope == Scope))
      return (K.Scope + "::" + K.Name).str();
  return "";
}

Token sycc::makeToken(tok::TokenKind Kind, SourceLocation Where) {
  Token T;
  T.startToken();
  T.setKind(Kind);
  T.setLocation(Where);
  T.setLength(1);
  return T;
}

// Prefix: how many tokens say which scope the names have.
static void split(Preprocessor &PP, TokensRef List, size_t Prefix, llvm::StringRef Using, OurAttributes &Ours,
                  Tokens &Others) {
  bool Kept = false;
  for (size_t Begin = Prefix, End; Begin < List.size(); Begin = End + 1) {
    End = attributeEnd(List, Begin);
    if (End > Begin && take(PP, List.slice(Begin, End - Begin), Using, Ours))
      continue;
    if (!Kept)
      Others.append(List.begin(), List.begin() + Prefix);
    Kept = true;
    Others.append(List.begin() + Begin, List.begin() + std::min(End + 1, List.size()));
  }
}

void sycc::splitAttributes(Preprocessor &PP, TokensRef List, OurAttributes &Ours, Tokens &Others) {
  bool Prefixed = List.size() >= 3 && List[0].is(tok::kw_using) && List[2].is(tok::colon);
  split(PP, List, Prefixed ? 3 : 0, Prefixed ? identifier(List[1]) : llvm::StringRef(), Ours, Others);
}

void sycc::splitGNU(Preprocessor &PP, TokensRef List, OurAttributes &Ours, Tokens &Others) {
  split(PP, List, 0, "gnu", Ours, Others);
}

void sycc::appendAnnotations(Preprocessor &PP, llvm::ArrayRef<Attribute> Ours, Spelling S, Tokens &Out) {
  for (const Attribute &A : Ours) {
    if (&A != Ours.begin())
      Out.push_back(makeToken(tok::comma, A.Begin));
    appendAnnotation(PP, A, S, Out);
  }
}
