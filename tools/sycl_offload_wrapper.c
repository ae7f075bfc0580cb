// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-offload-wrapper: puts device images into a host object that registers them when it is loaded.
//
//   sycl-offload-wrapper -o w.o -target=spir64 app-spir64.table -target=native_cpu app-native_cpu.table
//
// Each row of a table becomes a device image: its Code file the bytes, its Properties file the property sets,
// its Symbols file the entries. The structures are those of formats/image_desc.h, built as constants of an
// LLVM module; the image bytes stand in a section of their own. A function for the start calls
// __tgt_register_lib with the descriptor, one for the end __tgt_unregister_lib.
//
// For targets that are not built in -format= says what the images are:
//
//   sycl-offload-wrapper -o w.o -target=my_gpu -format=native app-my_gpu.table
//
// Images of native_cpu and of the levels of x86-64 are machine code that the host linker links into the
// program: they have no bytes here, their entries hold the address of the code, and -native-objects= names
// the objects for the linker.
//
// An image that its target can't run (formats/image_desc.h, SY_REJECTED) has neither bytes nor addresses.
//
// Functions that such an image has for other libraries, and pointers to functions that others have, are
// entries as well.
//
// Variables of class device_global, which the property sets list, are entries too. Their objects on the host
// have the same symbols; weak references find those that are there.
//
// The two functions are in .init_array and .fini_array by section, not through llvm.global_ctors: with that,
// what LLVM's C API emits are .ctors sections, which lld ignores.
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <string.h>

#include "base/count.h"
#include "base/file.h"
#include "base/map.h"
#include "base/tool.h"
#include "devices/conditions.h"
#include "devices/devices.h"
#include "devices/native_symbol.h"
#include "formats/file_table.h"
#include "formats/image_desc.h"
#include "formats/property_set.h"
#include "formats/symbol_list.h"
#include "passes/common/values.h"

#define DESCRIPTOR ".sycl_offloading.descriptor"
#define IMAGES ".sycl_offloading.images"

enum {
  OPT_OUTPUT,
  OPT_TARGET,
  OPT_FORMAT,
  OPT_COMPILE,
  OPT_NATIVE,
  OPT_LIST_TARGETS,
  OPT_HOST,
  OPT_REGISTER,
  OPT_UNREGISTER,
};

static const sy_opt options[] = {
    {"-o", SY_OPT_SEPARATE, "<file>", "the object to write", OPT_OUTPUT},
    {"-target=", SY_OPT_JOINED, "<target>",
     "what the images of the tables that follow are for:\none of 'sycc --list-targets', or another with "
     "-format=",
     OPT_TARGET},
    {"-format=", SY_OPT_JOINED, "<format>",
     "and what they are: spirv; native, code of the target;\nlinked, code for the host linker", OPT_FORMAT},
    {"-compile-options=", SY_OPT_JOINED, "<text>",
     "and what their driver's compiler is given when the program runs", OPT_COMPILE},
    {"-native-objects=", SY_OPT_JOINED, "<file>", "write a response file with the objects to link",
     OPT_NATIVE},
    {"-list-targets=", SY_OPT_JOINED, "<file>", "write a line for each target", OPT_LIST_TARGETS},
    {"-host=", SY_OPT_JOINED, "<triple>", "host to make the object for (default: x86_64-pc-linux-gnu)",
     OPT_HOST},
    {"-register-function=", SY_OPT_JOINED, "<name>", "called at the start (default: __tgt_register_lib)",
     OPT_REGISTER},
    {"-unregister-function=", SY_OPT_JOINED, "<name>", "called at the end (default: __tgt_unregister_lib)",
     OPT_UNREGISTER},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-offload-wrapper",
    .usage = "sycl-offload-wrapper -o <object> {-target=<target> <table>...}...",
    .summary = "Puts device images into a host object that registers them when it is loaded.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef struct target {
  const char *name;
  sy_image_format format;
  bool linked;                 // the code is linked into the program
  const char *compile_options; // null: none
} target;

static const target formats[] = {
    {"spirv", SY_IMAGE_SPIRV, false, NULL},
    {"native", SY_IMAGE_NATIVE, false, NULL},
    {"linked", SY_IMAGE_NATIVE, true, NULL},
};

typedef struct input {
  target target;
  const char *table;
} input;

typedef struct host_variable {
  const char *name;
  size_t size;
  int flags;
} host_variable;

enum { IMAGE_FIELDS = 14, MANIFEST = 6, CODE = 8, ENTRIES = 10, SETS = 12 };
typedef struct wrapped_image {
  LLVMValueRef fields[IMAGE_FIELDS]; // without the manifest
  uint64_t sum;                      // without the host's entries
} wrapped_image;

typedef struct offload_wrapper {
  const char *output, *native, *list_targets, *host, *on_load, *on_unload;
  SY_VEC(input) inputs;
  target current; // while parsing: the -target= in force, with its -format=
  bool formatted; // whether its format is known
  sy_arena a;
  sy_str native_list;
  sy_map strings; // text -> its global
  sy_map globals; // symbols of device_globals -> anything
  SY_VEC(wrapped_image) images;
  sy_values host_entries;
  uint64_t sum; // of the image that is being made
  SY_VEC(host_variable) host_variables;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTypeRef ptr, i8, i16, i32, i64, entry, property, property_set, image, desc;
} offload_wrapper;

// ---- constants ------------------------------------------------------------------------------------

static LLVMTypeRef structure(offload_wrapper *w, LLVMTypeRef *fields, unsigned n) {
  return LLVMStructTypeInContext(w->context, fields, n, false);
}

static void make_types(offload_wrapper *w) {
  LLVMTypeRef p = w->ptr = LLVMPointerTypeInContext(w->context, 0);
  w->i8 = LLVMInt8TypeInContext(w->context);
  w->i16 = LLVMInt16TypeInContext(w->context);
  w->i32 = LLVMInt32TypeInContext(w->context);
  w->i64 = LLVMInt64TypeInContext(w->context);
  w->entry = structure(w, (LLVMTypeRef[]){p, p, w->i64, w->i32, w->i32}, 5);
  w->property = structure(w, (LLVMTypeRef[]){p, p, w->i32, w->i64}, 4);
  w->property_set = structure(w, (LLVMTypeRef[]){p, p, p}, 3);
  w->image = structure(w, (LLVMTypeRef[]){w->i16, w->i8, w->i8, p, p, p, p, p, p, p, p, p, p, p}, 14);
  w->desc = structure(w, (LLVMTypeRef[]){w->i16, w->i16, p, p, p}, 5);
}

static LLVMValueRef number(LLVMTypeRef type, unsigned long long n) {
  return LLVMConstInt(type, n, false);
}

static LLVMValueRef null(const offload_wrapper *w) {
  return LLVMConstNull(w->ptr);
}

static LLVMValueRef constant(offload_wrapper *w, const char *name, LLVMValueRef value) {
  LLVMValueRef g = LLVMAddGlobal(w->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(g, value);
  LLVMSetGlobalConstant(g, true);
  LLVMSetLinkage(g, *name ? LLVMInternalLinkage : LLVMPrivateLinkage);
  return g;
}

static LLVMValueRef bytes_constant(offload_wrapper *w, sy_view bytes, unsigned align) {
  LLVMValueRef g = constant(w, "", LLVMConstStringInContext2(w->context, bytes.s, bytes.n, true));
  LLVMSetAlignment(g, align);
  return g;
}

// Equal strings become one.
static LLVMValueRef string_constant(offload_wrapper *w, const char *text) {
  void **slot = sy_map_put(&w->strings, text);
  if (!*slot)
    *slot = constant(w, "", LLVMConstStringInContext2(w->context, text, strlen(text), false));
  return *slot;
}

static LLVMValueRef address(offload_wrapper *w, LLVMTypeRef element, LLVMValueRef base, size_t n) {
  LLVMValueRef index = number(w->i64, n);
  return n ? LLVMConstGEP2(element, base, &index, 1) : base;
}

// An array of structures as its begin and end; both null when it is empty.
static void range(offload_wrapper *w, LLVMTypeRef element, const sy_values *v, LLVMValueRef out[2]) {
  out[0] = out[1] = null(w);
  if (!v->n)
    return;
  out[0] = constant(w, "", LLVMConstArray2(element, v->data, v->n));
  out[1] = address(w, element, out[0], v->n);
}

// ---- one image ------------------------------------------------------------------------------------

static LLVMValueRef native_code(offload_wrapper *w, const char *name) {
  LLVMValueRef g = LLVMGetNamedGlobal(w->module, name);
  if (!g) {
    g = LLVMAddGlobal(w->module, w->i8, name);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
  }
  return g;
}

static void add_entry(offload_wrapper *w, sy_values *to, LLVMValueRef addr, const char *name, size_t size,
                      int flags) {
  LLVMValueRef fields[] = {addr, string_constant(w, name), number(w->i64, size),
                           number(w->i32, (unsigned long long)flags), number(w->i32, 0)};
  if (to != &w->host_entries)
    w->sum = sy_image_sum_entry(w->sum, name, size, flags);
  sy_vec_push(to, LLVMConstStructInContext(w->context, fields, 5, false));
}

// One for each variable of the program, however many images have it.
static void add_host_entry(offload_wrapper *w, const char *name, size_t size, int flags) {
  void **known = sy_map_put(&w->globals, name);
  if (*known)
    return;
  LLVMValueRef object = LLVMAddGlobal(w->module, w->i8, name);
  LLVMSetLinkage(object, LLVMExternalWeakLinkage);
  *known = object;
  sy_vec_push(&w->host_variables, ((host_variable){sy_arena_strdup(&w->a, name), size, flags}));
  add_entry(w, &w->host_entries, object, name, size, flags);
}

// What an entry says of where its code or variable is: for code that the host linker has.
static LLVMValueRef entry_address(offload_wrapper *w, const target *t, bool rejected, const char *symbol) {
  return t->linked && !rejected ? native_code(w, sy_native_symbol(t->name, symbol, &w->a)) : null(w);
}

// The native code of a kernel or a function, of which the image may hold one of several variants.
static const char *code_name(offload_wrapper *w, const target *t, const sy_props *props, const char *symbol) {
  uint32_t number;
  if (!sy_props_get_u32(props, SY_DEVICE_IF, SY_DEVICE_IF_NUMBER, &number))
    return sy_native_symbol(t->name, symbol, &w->a);
  return sy_native_variant(t->name, symbol, sy_arena_printf(&w->a, "%u", number), &w->a);
}

static LLVMValueRef kernel_address(offload_wrapper *w, const target *t, const sy_props *props,
                                   const char *symbol) {
  bool there = t->linked && !sy_props_find(props, SY_REJECTED);
  return there ? native_code(w, code_name(w, t, props, symbol)) : null(w);
}

static bool add_global(offload_wrapper *w, const target *t, bool rejected, const sy_prop *p, const char *file,
                       sy_values *entries, sy_diag *d) {
  sy_device_global_facts facts = {0};
  if (p->type != SY_PROP_BYTES || p->bytes.n != SY_DEVICE_GLOBAL_FACT_BYTES)
    return sy_error(d, sy_at(file, 0, 0), "the device_global '%s' is not described by %d bytes", p->name,
                    SY_DEVICE_GLOBAL_FACT_BYTES);
  memcpy(&facts, p->bytes.s, SY_DEVICE_GLOBAL_FACT_BYTES);
  int flags = facts.image_scope ? SY_ENTRY_IMAGE_SCOPE : 0;
  add_entry(w, entries, entry_address(w, t, rejected, p->name), p->name, facts.size, flags);
  add_host_entry(w, p->name, facts.size, flags);
  return true;
}

// Functions for other libraries and pointers to functions of others; code generation may have left some out.
static void add_links(offload_wrapper *w, const target *t, const sy_props *props, const char *set, int flag,
                      sy_values *entries) {
  const sy_prop_set *links = sy_props_find(props, set);
  for (size_t i = 0; links && i < links->props.n; i++) {
    const char *symbol = links->props.data[i].name;
    const char *name = flag == SY_ENTRY_EXPORT ? code_name(w, t, props, symbol)
                                               : sy_native_import_symbol(t->name, symbol, &w->a);
    LLVMValueRef g = LLVMGetNamedGlobal(w->module, name);
    if (!g)
      g = LLVMAddGlobal(w->module, w->i8, name);
    LLVMSetLinkage(g, LLVMExternalWeakLinkage);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    add_entry(w, entries, g, symbol, 0, flag);
  }
}

static bool make_entries(offload_wrapper *w, const target *t, const char *file, const sy_props *props,
                         const char *props_file, LLVMValueRef out[2], sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_strs symbols = {0};
  sy_values entries = {0};
  const sy_prop_set *globals = sy_props_find(props, SY_DEVICE_GLOBALS);
  bool rejected = sy_props_find(props, SY_REJECTED);
  bool ok = !*file ||
            (sy_file_read(file, &text, d) && sy_symbols_read(sy_view_of(&text), file, &w->a, &symbols, d));
  for (size_t i = 0; ok && i < symbols.n; i++)
    add_entry(w, &entries, kernel_address(w, t, props, symbols.data[i]), symbols.data[i], 0, 0);
  for (size_t i = 0; ok && globals && i < globals->props.n; i++)
    ok = add_global(w, t, rejected, &globals->props.data[i], props_file, &entries, d);
  if (t->linked && !rejected) {
    add_links(w, t, props, SY_EXPORTED, SY_ENTRY_EXPORT, &entries);
    add_links(w, t, props, SY_IMPORTED, SY_ENTRY_IMPORT, &entries);
  }
  range(w, w->entry, &entries, out);
  sy_vec_free(&entries);
  sy_vec_free(&symbols);
  sy_str_free(&text);
  return ok;
}

static LLVMValueRef make_property(offload_wrapper *w, const sy_prop *p) {
  bool is_number = p->type == SY_PROP_UINT32;
  w->sum = sy_image_sum_text(w->sum, p->name);
  w->sum = sy_image_sum_number(w->sum, p->type);
  w->sum = sy_image_sum_number(w->sum, is_number ? p->u32 : p->bytes.n);
  if (!is_number)
    w->sum = sy_image_sum_bytes(w->sum, p->bytes.s, p->bytes.n);
  LLVMValueRef fields[] = {string_constant(w, p->name), is_number ? null(w) : bytes_constant(w, p->bytes, 8),
                           number(w->i32, p->type), number(w->i64, is_number ? p->u32 : p->bytes.n)};
  return LLVMConstStructInContext(w->context, fields, 4, false);
}

static LLVMValueRef make_property_set(offload_wrapper *w, const sy_prop_set *s) {
  sy_values properties = {0};
  LLVMValueRef fields[3] = {string_constant(w, s->name)};
  w->sum = sy_image_sum_text(w->sum, s->name);
  for (size_t i = 0; i < s->props.n; i++)
    sy_vec_push(&properties, make_property(w, &s->props.data[i]));
  range(w, w->property, &properties, fields + 1);
  sy_vec_free(&properties);
  return LLVMConstStructInContext(w->context, fields, 3, false);
}

static void make_property_sets(offload_wrapper *w, const sy_props *props, LLVMValueRef out[2]) {
  sy_values sets = {0};
  for (size_t i = 0; i < props->sets.n; i++)
    sy_vec_push(&sets, make_property_set(w, props->sets.data[i]));
  range(w, w->property_set, &sets, out);
  sy_vec_free(&sets);
}

static bool read_properties(const char *file, sy_props *props, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = !*file || (sy_file_read(file, &text, d) && sy_props_read(sy_view_of(&text), file, props, d));
  sy_str_free(&text);
  return ok;
}

// The bytes of the image. Without any, begin and end are equal but not null: there is an image.
static bool make_code(offload_wrapper *w, const target *t, const char *file, bool rejected,
                      LLVMValueRef out[2], sy_diag *d) {
  sy_str code = SY_STR_INIT;
  bool has = *file && !rejected;
  if (has && !t->linked && !sy_file_read(file, &code, d))
    return false;
  if (has && t->linked)
    sy_opts_quote(&w->native_list, file);
  out[0] = bytes_constant(w, code.n ? sy_view_of(&code) : (sy_view){"", 1}, 16);
  LLVMSetSection(out[0], IMAGES);
  out[1] = address(w, w->i8, out[0], code.n);
  w->sum = sy_image_sum_number(w->sum, code.n);
  sy_str_free(&code);
  return true;
}

static void make_manifest(offload_wrapper *w, uint64_t sum, LLVMValueRef out[2]) {
  char bytes[SY_IMAGE_MANIFEST_BYTES];
  memcpy(bytes, SY_IMAGE_SUM_MARK, SY_IMAGE_SUM_MARK_BYTES);
  memcpy(bytes + SY_IMAGE_SUM_MARK_BYTES, &sum, sizeof sum);
  out[0] = bytes_constant(w, (sy_view){bytes, sizeof bytes}, 8);
  out[1] = address(w, w->i8, out[0], sizeof bytes);
}

typedef struct wrapper_row {
  const char *code, *properties, *symbols;
} wrapper_row;

// Its parts are made in the order in which they are added to the sum.
static bool make_image(offload_wrapper *w, const target *t, wrapper_row r, sy_diag *d) {
  LLVMValueRef empty = string_constant(w, "");
  wrapped_image i = {.fields = {number(w->i16, SY_DEVICE_IMAGE_VERSION),
                                number(w->i8, SY_DEVICE_IMAGE_KIND_SYCL), number(w->i8, t->format),
                                string_constant(w, t->name),
                                t->compile_options ? string_constant(w, t->compile_options) : empty, empty}};
  sy_props props = {0};
  w->sum = sy_image_sum_number(SY_IMAGE_SUM_BEGIN, t->format);
  w->sum = sy_image_sum_text(w->sum, t->name);
  w->sum = sy_image_sum_text(w->sum, t->compile_options);
  bool ok = read_properties(r.properties, &props, d) &&
            make_code(w, t, r.code, sy_props_find(&props, SY_REJECTED), i.fields + CODE, d) &&
            make_entries(w, t, r.symbols, &props, r.properties, i.fields + ENTRIES, d);
  if (ok) {
    make_property_sets(w, &props, i.fields + SETS);
    i.sum = w->sum;
    sy_vec_push(&w->images, i);
  }
  sy_props_free(&props);
  return ok;
}

static bool make_images(offload_wrapper *w, const input *in, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  sy_table t = {0};
  sy_where head = sy_at(in->table, 1, 0);
  int code = 0, properties = 0, symbols = 0;
  bool ok = sy_file_read(in->table, &text, d) && sy_table_read(sy_view_of(&text), in->table, &t, d) &&
            (code = sy_table_need(&t, "Code", head, d)) >= 0 &&
            (properties = sy_table_need(&t, "Properties", head, d)) >= 0 &&
            (symbols = sy_table_need(&t, "Symbols", head, d)) >= 0;
  for (size_t i = 0; ok && i < t.rows.n; i++) {
    const char **cells = t.rows.data[i];
    ok = make_image(w, &in->target, (wrapper_row){cells[code], cells[properties], cells[symbols]}, d);
  }
  sy_table_free(&t);
  sy_str_free(&text);
  return ok;
}

// ---- descriptor and registration ------------------------------------------------------------------

// All variables of the host are known now.
static LLVMValueRef finish_image(offload_wrapper *w, wrapped_image *i) {
  for (size_t k = 0; k < w->host_variables.n; k++) {
    const host_variable *v = &w->host_variables.data[k];
    i->sum = sy_image_sum_entry(i->sum, v->name, v->size, v->flags);
  }
  make_manifest(w, i->sum, i->fields + MANIFEST);
  return LLVMConstStructInContext(w->context, i->fields, IMAGE_FIELDS, false);
}

static LLVMValueRef make_descriptor(offload_wrapper *w) {
  LLVMValueRef images[2], host[2];
  sy_values all = {0};
  for (size_t i = 0; i < w->images.n; i++)
    sy_vec_push(&all, finish_image(w, &w->images.data[i]));
  range(w, w->image, &all, images);
  sy_vec_free(&all);
  range(w, w->entry, &w->host_entries, host);
  LLVMValueRef fields[] = {number(w->i16, SY_BIN_DESC_VERSION), number(w->i16, w->images.n), images[0],
                           host[0], host[1]};
  LLVMValueRef descriptor = constant(w, DESCRIPTOR, LLVMConstStructInContext(w->context, fields, 5, false));
  LLVMSetSection(descriptor, SY_DESCRIPTOR_SECTION); // where tools find it, in stripped programs too
  return descriptor;
}

// void name() { callee(&descriptor); }
static LLVMValueRef make_caller(offload_wrapper *w, const char *name, const char *callee,
                                LLVMValueRef descriptor) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext(w->context);
  LLVMTypeRef callee_type = LLVMFunctionType(nothing, &w->ptr, 1, false);
  LLVMValueRef f = LLVMAddFunction(w->module, name, LLVMFunctionType(nothing, NULL, 0, false));
  LLVMValueRef target = LLVMGetNamedFunction(w->module, callee);
  if (!target)
    target = LLVMAddFunction(w->module, callee, callee_type);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(w->context);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(w->context, f, ""));
  LLVMBuildCall2(b, callee_type, target, &descriptor, 1, "");
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return f;
}

// Priority 1: before the program's own static constructors, after its destructors.
static LLVMValueRef make_array_slot(offload_wrapper *w, const char *section, LLVMValueRef function) {
  LLVMValueRef g = LLVMAddGlobal(w->module, w->ptr, "");
  LLVMSetInitializer(g, function);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetSection(g, section);
  LLVMSetAlignment(g, 8);
  return g;
}

static void make_registration(offload_wrapper *w, LLVMValueRef descriptor) {
  LLVMValueRef used[] = {
      make_array_slot(w, ".init_array.00001", make_caller(w, DESCRIPTOR "_reg", w->on_load, descriptor)),
      make_array_slot(w, ".fini_array.00001", make_caller(w, DESCRIPTOR "_unreg", w->on_unload, descriptor)),
  };
  LLVMValueRef list = LLVMConstArray2(w->ptr, used, 2);
  LLVMValueRef g = LLVMAddGlobal(w->module, LLVMTypeOf(list), "llvm.used");
  LLVMSetInitializer(g, list);
  LLVMSetLinkage(g, LLVMAppendingLinkage);
  LLVMSetSection(g, "llvm.metadata");
}

// ---- object ---------------------------------------------------------------------------------------

static LLVMTargetMachineRef host_machine(const offload_wrapper *w, sy_diag *d) {
  LLVMTargetRef t;
  char *message = NULL;
  LLVMInitializeAllTargetInfos();
  LLVMInitializeAllTargets();
  LLVMInitializeAllTargetMCs();
  LLVMInitializeAllAsmPrinters();
  if (LLVMGetTargetFromTriple(w->host, &t, &message)) {
    sy_error(d, SY_NOWHERE, "unknown host '%s': %s", w->host, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  return LLVMCreateTargetMachine(t, w->host, "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                 LLVMCodeModelDefault);
}

static bool emit_wrapper(offload_wrapper *w, LLVMTargetMachineRef tm, sy_diag *d) {
  char *message = NULL;
  LLVMMemoryBufferRef object = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(tm, w->module, LLVMObjectFile, &message, &object)) {
    sy_error(d, SY_NOWHERE, "cannot make an object for '%s': %s", w->host, message);
    LLVMDisposeMessage(message);
    return false;
  }
  bool ok = sy_file_write(w->output, LLVMGetBufferStart(object), LLVMGetBufferSize(object), d);
  LLVMDisposeMemoryBuffer(object);
  return ok;
}

static bool build_module(offload_wrapper *w, LLVMTargetMachineRef tm, sy_diag *d) {
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(tm);
  w->module = LLVMModuleCreateWithNameInContext("sycl-offload-wrapper", w->context);
  LLVMSetModuleDataLayout(w->module, layout);
  LLVMSetTarget(w->module, w->host);
  LLVMDisposeTargetData(layout);
  make_types(w);
  bool ok = true;
  for (size_t i = 0; ok && i < w->inputs.n; i++)
    ok = make_images(w, &w->inputs.data[i], d);
  if (ok && w->images.n > UINT16_MAX)
    ok = sy_error(d, SY_NOWHERE, "%zu device images: a descriptor holds %u at most", w->images.n, UINT16_MAX);
  if (ok)
    make_registration(w, make_descriptor(w));
  ok = ok && emit_wrapper(w, tm, d);
  LLVMDisposeModule(w->module);
  return ok;
}

static bool write_targets(const offload_wrapper *w, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  for (size_t i = 0; i < w->inputs.n; i++)
    sy_str_addf(&text, "%s\n", w->inputs.data[i].target.name);
  bool ok = sy_file_write(w->list_targets, sy_str_c(&text), text.n, d);
  sy_str_free(&text);
  return ok;
}

static bool wrap(offload_wrapper *w, sy_diag *d) {
  LLVMTargetMachineRef tm = host_machine(w, d);
  if (!tm)
    return false;
  w->context = LLVMContextCreate();
  bool ok = build_module(w, tm, d);
  if (ok && w->native)
    ok = sy_file_write(w->native, sy_str_c(&w->native_list), w->native_list.n, d);
  if (ok && w->list_targets)
    ok = write_targets(w, d);
  LLVMContextDispose(w->context);
  LLVMDisposeTargetMachine(tm);
  return ok;
}

// ---- command line ---------------------------------------------------------------------------------

static bool take_format(offload_wrapper *w, const char *name) {
  for (size_t i = 0; i < SY_COUNT(formats); i++)
    if (!strcmp(formats[i].name, name)) {
      w->current.format = formats[i].format;
      w->current.linked = formats[i].linked;
      return w->formatted = true;
    }
  return false;
}

// What the device database says of its images is enough, unless -format= follows.
static void set_target(offload_wrapper *w, const char *name) {
  const sy_target *t = sy_target_find(name);
  const char *format = t ? sy_family_format(t->family, t->aotToolchain) : NULL;
  w->current = (target){.name = name};
  w->formatted = false;
  if (format)
    take_format(w, format);
}

static bool set_format(offload_wrapper *w, const char *name, sy_diag *d) {
  if (!w->current.name)
    return sy_error(d, SY_NOWHERE, "'-format=%s' without a '-target=' in front of it", name);
  if (take_format(w, name))
    return true;
  sy_error(d, SY_NOWHERE, "unknown format '%s'", name);
  sy_note(d, "formats are 'spirv', 'native' and 'linked'");
  return false;
}

static bool set_compile_options(offload_wrapper *w, const char *text, sy_diag *d) {
  if (!w->current.name)
    return sy_error(d, SY_NOWHERE, "'-compile-options=%s' without a '-target=' in front of it", text);
  w->current.compile_options = text;
  return true;
}

static bool add_table(offload_wrapper *w, const char *path, sy_diag *d) {
  if (!w->current.name)
    return sy_error(d, SY_NOWHERE, "table '%s' without a '-target=' in front of it", path);
  if (!w->formatted) {
    sy_error(d, SY_NOWHERE, "unknown target '%s'", w->current.name);
    sy_note(d, "a target that 'sycc --list-targets' does not print needs '-format=' after it");
    return false;
  }
  sy_vec_push(&w->inputs, ((input){w->current, path}));
  return true;
}

static bool take_wrapper_option(void *state, const sy_opt_match *m, sy_diag *d) {
  offload_wrapper *w = state;
  const char **texts[] = {
      [OPT_OUTPUT] = &w->output, [OPT_NATIVE] = &w->native,    [OPT_LIST_TARGETS] = &w->list_targets,
      [OPT_HOST] = &w->host,     [OPT_REGISTER] = &w->on_load, [OPT_UNREGISTER] = &w->on_unload};
  if (!m->opt)
    return add_table(w, m->value, d);
  if (m->opt->id == OPT_FORMAT)
    return set_format(w, m->value, d);
  if (m->opt->id == OPT_COMPILE)
    return set_compile_options(w, m->value, d);
  if (m->value && !*m->value)
    return sy_error(d, SY_NOWHERE, "option '%s' needs a value: %s", m->opt->name, m->opt->value);
  if (m->opt->id == OPT_TARGET)
    set_target(w, m->value);
  else if (m->value)
    *texts[m->opt->id] = m->value;
  return true;
}

static int run_wrapper(void *state, sy_arena *a, sy_diag *d) {
  offload_wrapper *w = state;
  (void)a; // w has its own, which outlives the module's strings
  if (!w->output) {
    sy_error(d, SY_NOWHERE, "needs '-o <object>'");
    return SY_EXIT_USAGE;
  }
  return wrap(w, d) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  offload_wrapper w = {.host = sy_family_native_cpu.code_triple,
                       .on_load = "__tgt_register_lib",
                       .on_unload = "__tgt_unregister_lib"};
  int status = sy_tool_main(&(sy_tool){&table, take_wrapper_option, run_wrapper}, &w, argc, argv);
  sy_vec_free(&w.inputs);
  sy_vec_free(&w.images);
  sy_vec_free(&w.host_entries);
  sy_vec_free(&w.host_variables);
  sy_map_free(&w.globals);
  sy_map_free(&w.strings);
  sy_str_free(&w.native_list);
  sy_arena_free(&w.a);
  return status;
}
