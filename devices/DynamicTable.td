// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The class behind every table that gen-dynamic-tables makes. Define a record of it and the table comes out under
// the record's name, between `#ifdef GET_<name>_IMPL` and its `#endif`, as
//
//   static const <CppTypeName> <name>[] = {{.First = ..., .Second = ...}, ...};
//
// sorted by the first field, which is the key: strings by their bytes, numbers by value. Two rows with one key are
// an error. So a look-up is a binary search, and the program that has the table starts without building anything.
class DynamicTable {
  // Name of a class. The table has one row for each record that derives from it.
  string FilterClass;

  // Name of the C type of a row. Its declaration is written by hand, beside the code that uses it: a field that
  // the type lacks is an error of the C compiler.
  string CppTypeName = FilterClass;

  // The fields of the records that make up a row. The first is the key, a string or an int.
  //
  // The type of a field xxx can be said in a field TypeOf_xxx, and must be for lists:
  //
  //   int, bit, bits, string    one value; what a field without TypeOf_xxx is taken for
  //   Class                     a record of that class, by its field Name
  //   list<int>, list<string>   several; the member of the C type is a struct { const T *data; size_t n; }
  //   list<Class>               several records, by their field Name
  //   constant<T>               the address of the C constant T_<string>
  //
  //   def MyTable : DynamicTable {
  //     let FilterClass = "MyTableEntry";
  //     let Fields = ["Name", "Sizes"];
  //     string TypeOf_Sizes = "list<int>";
  //   }
  list<string> Fields;

  // Where rows have further names: the name of a list<string> field of the records, whose strings are keys as well.
  // The output then has `static const DynamicTableKey <name>Keys[] = {{"key", row}, ...}` too, all keys of all rows
  // in order, and no two rows may share one.
  string AliasField = "";
}
