// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates an expression with clang's constant evaluator and writes the value by its type: numbers in
// decimal, characters as they are, arrays and structs as their elements with commas between. A struct with
// bases has no text, since the order of bases would be a matter of the library.
#include "frontend/property_value.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/ConvertUTF.h"

using namespace clang;

namespace {

// What is no character, a char above 127 among others, is a number.
std::string character(const llvm::APSInt &V) {
  char Bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *End = Bytes;
  if (!llvm::ConvertCodePointToUTF8(V.getExtValue(), End))
    return llvm::toString(V, 10);
  return std::string(Bytes, End);
}

// The format of std::to_string.
std::string floating(llvm::APFloat V) {
  bool Lost;
  V.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Lost);
  char Text[400];
  snprintf(Text, sizeof Text, "%f", V.convertToDouble());
  return Text;
}

std::string integer(QualType T, const llvm::APSInt &V) {
  if (T->isBooleanType())
    return V.getBoolValue() ? "true" : "false";
  // signed char and unsigned char are int8_t and uint8_t: numbers.
  if (T->isAnyCharacterType() && !T->isSpecificBuiltinType(BuiltinType::SChar) &&
      !T->isSpecificBuiltinType(BuiltinType::UChar))
    return character(V);
  return llvm::toString(V, 10);
}

std::optional<std::string> text(ASTContext &C, QualType T, const APValue &V);

// Appends an element of an array or aggregate.
bool join(ASTContext &C, QualType T, const APValue &V, std::string &Out) {
  std::optional<std::string> Element = text(C, T, V);
  if (!Element)
    return false;
  Out += (Out.empty() ? "" : ",") + *Element;
  return true;
}

std::optional<std::string> array(ASTContext &C, QualType T, const APValue &V) {
  std::string Out;
  QualType Element = C.getAsArrayType(T)->getElementType();
  for (unsigned I = 0, N = V.getArraySize(); I < N; I++)
    if (!join(C, Element, I < V.getArrayInitializedElts() ? V.getArrayInitializedElt(I) : V.getArrayFiller(),
              Out))
      return std::nullopt;
  return Out;
}

// Without bases: their order would be a matter of the library (std::tuple).
std::optional<std::string> aggregate(ASTContext &C, QualType T, const APValue &V) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || R->getNumBases())
    return std::nullopt;
  std::string Out;
  for (const FieldDecl *F : R->fields())
    if (!join(C, F->getType(), V.getStructField(F->getFieldIndex()), Out))
      return std::nullopt;
  return Out;
}

std::optional<std::string> text(ASTContext &C, QualType T, const APValue &V) {
  if (V.isInt())
    return integer(T, V.getInt());
  if (V.isFloat())
    return floating(V.getFloat());
  if (V.isArray())
    return array(C, T, V);
  if (V.isStruct())
    return aggregate(C, T, V);
  return std::nullopt;
}

// clang has made a pointer of an array that is an argument of an annotation.
const Expr *asWritten(const Expr *E) {
  const Expr *Inner = E;
  while (const auto *Full = dyn_cast<FullExpr>(Inner))
    Inner = Full->getSubExpr();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Inner);
  return Cast && Cast->getCastKind() == CK_ArrayToPointerDecay ? Cast->getSubExpr() : E;
}

} // namespace

QualType sycc::writtenType(const Expr *E) {
  return asWritten(E)->getType();
}

std::optional<std::string> sycc::stringValue(ASTContext &C, const Expr *E) {
  if (E->isValueDependent())
    return std::nullopt;
  return E->tryEvaluateString(C);
}

std::optional<std::string> sycc::propertyValue(ASTContext &C, const Expr *E) {
  if (std::optional<std::string> S = stringValue(C, E))
    return S;
  Expr::EvalResult V;
  const Expr *Written = asWritten(E);
  if (E->isValueDependent() || !Written->EvaluateAsRValue(V, C))
    return std::nullopt;
  return text(C, Written->getType(), V.Val);
}
