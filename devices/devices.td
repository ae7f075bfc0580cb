// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device configuration: every aspect, and every target that -fsycl-targets knows, with what its devices can do.
// llvm-tblgen reads this, gen_dynamic_tables.c makes a C table of it; devices.h is how the rest of sycc asks.
//
// A new target takes one `def`, at the end of its family below, and the aspect of its architecture in
// include/sycl/aspect.hpp. Its number names the architecture in device images ("fixed_target") and in sycl::aspect: it
// is never changed and never reused.
// docs/devices.md says where the facts come from and what was decided.
include "DynamicTable.td"

// ---- tables -----------------------------------------------------------------------------------------------------

def TargetTable : DynamicTable {
  let FilterClass = "TargetInfo";
  let Fields = ["TargetName", "archAspect", "aspects", "aspectNumbers", "maySupportOtherAspects", "subGroupSizes",
                "maxWorkGroupSize", "aotToolchain", "aotToolchainOptions", "family", "cpu", "aliases"];
  let AliasField = "aliases";
  string TypeOf_aspects = "list<Aspect>";
  string TypeOf_aspectNumbers = "list<int>";
  string TypeOf_subGroupSizes = "list<int>";
  string TypeOf_family = "constant<sy_family>"; // families.def
  string TypeOf_aliases = "list<string>";
}

def AspectTable : DynamicTable {
  let FilterClass = "Aspect";
  let CppTypeName = "AspectInfo";
  let Fields = ["Name", "Number"];
  let AliasField = "OtherNames";
}

def AspectNumberTable : DynamicTable {
  let FilterClass = "Aspect";
  let CppTypeName = "AspectInfo";
  let Fields = ["Number", "Name"];
}

// ---- aspects ----------------------------------------------------------------------------------------------------

class Aspect<string name, int number> {
  string Name = name; // as in sycl::aspect
  int Number = number;
  list<string> OtherNames = [];
}

def AspectHost : Aspect<"host", 0>; // deprecated
def AspectCpu : Aspect<"cpu", 1>;
def AspectGpu : Aspect<"gpu", 2>;
def AspectAccelerator : Aspect<"accelerator", 3>;
def AspectCustom : Aspect<"custom", 4>;
def AspectFp16 : Aspect<"fp16", 5>;
def AspectFp64 : Aspect<"fp64", 6>;
def AspectInt64_base_atomics : Aspect<"int64_base_atomics", 7>;         // deprecated
def AspectInt64_extended_atomics : Aspect<"int64_extended_atomics", 8>; // deprecated
def AspectImage : Aspect<"image", 9>;
def AspectOnline_compiler : Aspect<"online_compiler", 10>;
def AspectOnline_linker : Aspect<"online_linker", 11>;
def AspectQueue_profiling : Aspect<"queue_profiling", 12>;
def AspectUsm_device_allocations : Aspect<"usm_device_allocations", 13>;
def AspectUsm_host_allocations : Aspect<"usm_host_allocations", 14>;
def AspectUsm_shared_allocations : Aspect<"usm_shared_allocations", 15>;
def AspectUsm_restricted_shared_allocations : Aspect<"usm_restricted_shared_allocations", 16>; // deprecated
def AspectUsm_system_allocations : Aspect<"usm_system_allocations", 17> {
  let OtherNames = ["usm_system_allocator"]; // deprecated
}
def AspectExt_intel_pci_address : Aspect<"ext_intel_pci_address", 18>;
def AspectExt_intel_gpu_eu_count : Aspect<"ext_intel_gpu_eu_count", 19>;
def AspectExt_intel_gpu_eu_simd_width : Aspect<"ext_intel_gpu_eu_simd_width", 20>;
def AspectExt_intel_gpu_slices : Aspect<"ext_intel_gpu_slices", 21>;
def AspectExt_intel_gpu_subslices_per_slice : Aspect<"ext_intel_gpu_subslices_per_slice", 22>;
def AspectExt_intel_gpu_eu_count_per_subslice : Aspect<"ext_intel_gpu_eu_count_per_subslice", 23>;
def AspectExt_intel_max_mem_bandwidth : Aspect<"ext_intel_max_mem_bandwidth", 24>;
def AspectExt_intel_mem_channel : Aspect<"ext_intel_mem_channel", 25>;
def AspectUsm_atomic_host_allocations : Aspect<"usm_atomic_host_allocations", 26>;
def AspectUsm_atomic_shared_allocations : Aspect<"usm_atomic_shared_allocations", 27>;
def AspectAtomic64 : Aspect<"atomic64", 28>;
def AspectExt_intel_device_info_uuid : Aspect<"ext_intel_device_info_uuid", 29>;
def AspectExt_oneapi_srgb : Aspect<"ext_oneapi_srgb", 30>;
def AspectExt_oneapi_native_assert : Aspect<"ext_oneapi_native_assert", 31>;
def AspectHost_debuggable : Aspect<"host_debuggable", 32>;
def AspectExt_intel_gpu_hw_threads_per_eu : Aspect<"ext_intel_gpu_hw_threads_per_eu", 33>;
def AspectExt_oneapi_cuda_async_barrier : Aspect<"ext_oneapi_cuda_async_barrier", 34>;
def AspectExt_oneapi_bfloat16_math_functions : Aspect<"ext_oneapi_bfloat16_math_functions", 35>;
def AspectExt_intel_free_memory : Aspect<"ext_intel_free_memory", 36>;
def AspectExt_intel_device_id : Aspect<"ext_intel_device_id", 37>;
def AspectExt_intel_memory_clock_rate : Aspect<"ext_intel_memory_clock_rate", 38>;
def AspectExt_intel_memory_bus_width : Aspect<"ext_intel_memory_bus_width", 39>;
def AspectEmulated : Aspect<"emulated", 40>;
def AspectExt_intel_legacy_image : Aspect<"ext_intel_legacy_image", 41>;
def AspectExt_intel_esimd : Aspect<"ext_intel_esimd", 53>;
def AspectExt_oneapi_ballot_group : Aspect<"ext_oneapi_ballot_group", 54>;
def AspectExt_oneapi_fixed_size_group : Aspect<"ext_oneapi_fixed_size_group", 55>;
def AspectExt_oneapi_opportunistic_group : Aspect<"ext_oneapi_opportunistic_group", 56>;
def AspectExt_oneapi_tangle_group : Aspect<"ext_oneapi_tangle_group", 57>;
def AspectExt_intel_matrix : Aspect<"ext_intel_matrix", 58>;
def AspectExt_oneapi_limited_graph : Aspect<"ext_oneapi_limited_graph", 62>;
def AspectExt_oneapi_graph : Aspect<"ext_oneapi_graph", 63>;
def AspectExt_oneapi_queue_profiling_tag : Aspect<"ext_oneapi_queue_profiling_tag", 65>;
def AspectExt_oneapi_clock_sub_group : Aspect<"ext_oneapi_clock_sub_group", 80>;
def AspectExt_oneapi_clock_work_group : Aspect<"ext_oneapi_clock_work_group", 81>;
def AspectExt_oneapi_clock_device : Aspect<"ext_oneapi_clock_device", 82>;

defvar AllocatedUsm = [AspectUsm_device_allocations, AspectUsm_host_allocations, AspectUsm_shared_allocations];
defvar AtomicUsm = [AspectUsm_atomic_host_allocations, AspectUsm_atomic_shared_allocations];
defvar AllUsm = AllocatedUsm # [AspectUsm_system_allocations] # AtomicUsm;
defvar Clocks = [AspectExt_oneapi_clock_sub_group, AspectExt_oneapi_clock_work_group, AspectExt_oneapi_clock_device];
defvar Graphs = [AspectExt_oneapi_limited_graph, AspectExt_oneapi_graph];
defvar Online = [AspectOnline_compiler, AspectOnline_linker];

// ---- what a target is -------------------------------------------------------------------------------------------

// A row of the table; the C type is in device_config_file.h.
class TargetInfo<string tgtName, list<Aspect> aspectList, bit otherAspects, list<int> listSubGroupSizes,
                 string toolchain, string options> {
  string TargetName = tgtName;
  list<Aspect> aspects = aspectList;
  list<int> aspectNumbers = !foreach(a, aspectList, a.Number);
  bits<1> maySupportOtherAspects = otherAspects;
  list<int> subGroupSizes = listSubGroupSizes;
  string aotToolchain = toolchain; // the program that compiles ahead of time; "": none is needed
  string aotToolchainOptions = options;
  list<string> aliases = [];
  int maxWorkGroupSize = 0;  // work-items; 0: not known
  string family = "spir64"; // how its code is made: a row of families.def
  string cpu = "";           // the processor, as LLVM calls it
  int archAspect = -1;       // the number of the architecture's own aspect; -1: a target that is no one architecture
}

// A target that is one architecture, which its own aspect names: the record is both. The aspect is called like the
// target with "ext_" in front, unless it is said.
class Device<string tgtName, int number, list<Aspect> aspectList, bit otherAspects, list<int> listSubGroupSizes,
             string toolchain, string options, string aspectName = "ext_" # tgtName>
    : TargetInfo<tgtName, aspectList, otherAspects, listSubGroupSizes, toolchain, options>,
      Aspect<aspectName, number> {
  assert !ge(number, 1000), "numbers below 1000 belong to DPC++, not to an architecture";
  let aspects = aspectList # [!cast<Aspect>(NAME)];
  let aspectNumbers = !foreach(a, aspectList, a.Number) # [number];
  let archAspect = number;
}

// ---- generic targets: no aspect of their own ----------------------------------------------------------------------

// SPIR-V that the device's driver compiles when the program runs: nothing is known about the device.
def : TargetInfo<"spir64", [], 1, [], "", "">;
// An Intel GPU that -Xs "-device ..." names.
def : TargetInfo<"spir64_gen", [], 1, [], "ocloc", "">;

// ---- x86-64: 1100 to 1199 -----------------------------------------------------------------------------------------

// What the runtime's embedded CPU device has (runtime/backends/native_cpu). Each level contains those before it.
defvar NativeCpu = [AspectCpu, AspectFp16, AspectFp64, AspectImage, AspectQueue_profiling, AspectAtomic64, AspectHost_debuggable] #
                   [AspectExt_intel_free_memory, AspectExt_oneapi_opportunistic_group] # Graphs # Clocks # AllUsm;

defvar CpuSubGroups = [4, 8, 16, 32, 64];

class X86<string tgtName, int number, list<Aspect> levels, bit otherAspects, string llvmCpu,
          string aspectName = "ext_intel_" # tgtName>
    : Device<tgtName, number, NativeCpu # levels, otherAspects, CpuSubGroups, "", "", aspectName> {
  let maxWorkGroupSize = 4096;
  let family = "native_cpu";
  let cpu = llvmCpu;
}

def X86_64 : X86<"x86_64", 1101, [], 1, "x86-64">;
def : X86<"native_cpu", 1100, [X86_64], 1, "x86-64", "ext_native_cpu">; // more where the CPU is of a higher level
def X86_64_avx2 : X86<"x86_64_avx2", 1102, [X86_64], 1, "x86-64-v3"> { let aliases = ["x86_64_v3"]; }
def : X86<"x86_64_avx512", 1103, [X86_64, X86_64_avx2], 1, "x86-64-v4"> { let aliases = ["x86_64_v4"]; }

// x86_64 under the name that DPC++ has for it.
def : TargetInfo<"spir64_x86_64", NativeCpu # [X86_64], 1, CpuSubGroups, "", ""> {
  let archAspect = X86_64.Number;
  let maxWorkGroupSize = 4096;
  let family = "native_cpu";
  let cpu = "x86-64";
}

// ---- Intel GPUs: 1000 to 1099 -------------------------------------------------------------------------------------

defvar IntelGpuAspects =
    [AspectGpu, AspectFp16, AspectImage, AspectAtomic64, AspectQueue_profiling, AspectExt_intel_esimd, AspectExt_intel_pci_address,
     AspectExt_intel_device_id, AspectExt_intel_device_info_uuid, AspectExt_intel_gpu_eu_count,
     AspectExt_intel_gpu_eu_simd_width, AspectExt_intel_gpu_slices, AspectExt_intel_gpu_subslices_per_slice,
     AspectExt_intel_gpu_eu_count_per_subslice, AspectExt_intel_gpu_hw_threads_per_eu] # Online # AllocatedUsm;
defvar Images = [AspectExt_intel_legacy_image]; // of the hardware

// Any Intel GPU: what all of them have, compiled for all that ocloc knows.
def : TargetInfo<"intel_gpu", IntelGpuAspects, 1, [16, 32], "ocloc", "-device *"> {
  let maxWorkGroupSize = 256;
}

// arch: as in -fsycl-targets, after "intel_gpu_". others: aliases, likewise. ocloc: what ocloc calls it.
class IntelGpu<string arch, int number, list<Aspect> extra, list<int> sizes, int workGroup, list<string> others,
               string ocloc>
    : Device<"intel_gpu_" # arch, number, IntelGpuAspects # extra, 0, sizes, "ocloc", "-device " # ocloc> {
  let aliases = !foreach(other, others, "intel_gpu_" # other);
  let maxWorkGroupSize = workGroup;
}

// One class per generation: what its devices share.
class Gen8<string arch, int number, list<string> others = [], string ocloc = !subst("_", "-", arch)> // and Gen9
    : IntelGpu<arch, number, [AspectFp64] # Images, [8, 16, 32], 256, others, ocloc>;
class Gen11<string arch, int number, list<string> others = [], string ocloc = !subst("_", "-", arch)>
    : IntelGpu<arch, number, Images, [8, 16, 32], 256, others, ocloc>;
class XeLp<string arch, int number, list<string> others = [], string ocloc = !subst("_", "-", arch)>
    : IntelGpu<arch, number, Images, [8, 16, 32], 512, others, ocloc>;
class XeHpg<string arch, int number, list<string> others = [], string ocloc = !subst("_", "-", arch)>
    : IntelGpu<arch, number, [AspectExt_intel_matrix] # Images, [8, 16, 32], 1024, others, ocloc>;
class XeHpc<string arch, int number, list<string> others = [], string ocloc = !subst("_", "-", arch)>
    : IntelGpu<arch, number, [AspectFp64, AspectExt_intel_matrix], [16, 32], 1024, others, ocloc>;
class XeLpg<string arch, int number, list<Aspect> matrix, list<string> others, string ocloc = !subst("_", "-", arch)>
    : IntelGpu<arch, number, [AspectFp64] # matrix # Images, [8, 16, 32], 1024, others, ocloc>;
class Xe2<string arch, int number, list<string> others = [], string ocloc = !subst("_", "-", arch)> // and Xe3
    : IntelGpu<arch, number, [AspectFp64, AspectExt_intel_matrix] # Images, [16, 32], 1024, others, ocloc>;

def : Gen8<"bdw", 1000, ["8_0_0"]>;                       // Broadwell
def : Gen8<"skl", 1001, ["9_0_9"]>;                       // Skylake
def : Gen8<"kbl", 1002, ["9_1_9"]>;                       // Kaby Lake
def : Gen8<"cfl", 1003, ["9_2_9"]>;                       // Coffee Lake
def : Gen8<"apl", 1004, ["9_3_0", "bxt"]>;                // Apollo Lake
def : Gen8<"glk", 1005, ["9_4_0"]>;                       // Gemini Lake
def : Gen8<"whl", 1006, ["9_5_0"]>;                       // Whiskey Lake
def : Gen8<"aml", 1007, ["9_6_0"]>;                       // Amber Lake
def : Gen8<"cml", 1008, ["9_7_0"]>;                       // Comet Lake
def : Gen11<"icllp", 1009, ["11_0_0", "icl"]>;            // Ice Lake
def : Gen11<"lkf", 1010, ["11_1_0", "11_1"]>;             // Lakefield
def : Gen11<"ehl", 1011, ["11_2_0", "jsl"]>;              // Elkhart Lake, Jasper Lake
def : XeLp<"tgllp", 1012, ["12_0_0", "12_0", "tgl"]>;     // Tiger Lake
def : XeLp<"rkl", 1013, ["12_1_0"]>;                      // Rocket Lake
def : XeLp<"adl_s", 1014, ["12_2_0"]>;                    // Alder Lake S
def : XeLp<"rpl_s", 1015, [], "adl-s">;                   // Raptor Lake S: the same graphics as Alder Lake S
def : XeLp<"adl_p", 1016, ["12_3_0"]>;                    // Alder Lake P
def : XeLp<"adl_n", 1017, ["12_4_0"]>;                    // Alder Lake N
def : XeLp<"dg1", 1018, ["12_10_0"]>;                     // DG1
def : XeHpg<"acm_g10", 1019, ["12_55_8", "dg2_g10"]>;     // Alchemist G10
def : XeHpg<"acm_g11", 1020, ["12_56_5", "dg2_g11"]>;     // Alchemist G11
def : XeHpg<"acm_g12", 1021, ["12_57_0", "dg2_g12"]>;     // Alchemist G12
def : XeHpc<"pvc", 1022, ["12_60_7"]>;                    // Ponte Vecchio
def : XeHpc<"pvc_vg", 1023, ["12_61_7"], "12.61.7">;      // Ponte Vecchio VG
def : XeLpg<"mtl_u", 1024, [], ["12_70_4", "mtl_s", "arl_u", "arl_s"]>; // Meteor Lake U and S, Arrow Lake U and S
def : XeLpg<"mtl_h", 1025, [], ["12_71_4"]>;              // Meteor Lake H
def : XeLpg<"arl_h", 1026, [AspectExt_intel_matrix], ["12_74_4"]>; // Arrow Lake H
def : Xe2<"bmg_g21", 1027, ["20_1_4"]>;                   // Battlemage G21
def : Xe2<"lnl_m", 1028, ["20_4_4"]>;                     // Lunar Lake
def : Xe2<"ptl_h", 1029, ["30_0_4"]>;                     // Panther Lake H
def : Xe2<"ptl_u", 1030, ["30_1_1"]>;                     // Panther Lake U

// ---- NVIDIA GPUs: 1200 to 1299 ------------------------------------------------------------------------------------

// Code for one architecture also runs on later ones, which may have more: hence the 1.
defvar CudaAspects = [AspectGpu, AspectFp64, AspectImage, AspectQueue_profiling, AspectExt_intel_pci_address, AspectExt_intel_device_info_uuid,
                      AspectExt_intel_free_memory, AspectExt_intel_memory_clock_rate, AspectExt_intel_memory_bus_width,
                      AspectExt_intel_max_mem_bandwidth, AspectExt_oneapi_opportunistic_group] # Graphs # Clocks # AllocatedUsm;
defvar CudaFrom60 = CudaAspects # [AspectFp16, AspectAtomic64];
defvar CudaFrom80 = CudaFrom60 # [AspectExt_oneapi_cuda_async_barrier];
defvar CudaFrom90 = CudaFrom80 # [AspectUsm_system_allocations] # AtomicUsm;

class NvidiaGpu<string sm, int number, list<Aspect> aspectList>
    : Device<"nvidia_gpu_" # sm, number, aspectList, 1, [32], "ptxas", "-arch=" # sm> {
  let maxWorkGroupSize = 1024;
  let family = "ptx64";
  let cpu = sm;
}

// Code for any GPU from sm_75 on, the oldest that CUDA 13 knows: machine code for that one, and PTX, which the driver compiles when
// the program runs.
def : TargetInfo<"ptx64", CudaFrom60, 1, [32], "ptxas", "-arch=sm_75"> {
  let aliases = ["nvptx64-nvidia-cuda", "nvptx64"];
  let maxWorkGroupSize = 1024;
  let family = "ptx64";
  let cpu = "sm_75";
}

def : NvidiaGpu<"sm_50", 1200, CudaAspects>;
def : NvidiaGpu<"sm_52", 1201, CudaAspects>;
def : NvidiaGpu<"sm_53", 1202, CudaAspects # [AspectFp16]>;
def : NvidiaGpu<"sm_60", 1203, CudaFrom60>;
def : NvidiaGpu<"sm_61", 1204, CudaFrom60>;
def : NvidiaGpu<"sm_62", 1205, CudaFrom60>;
def : NvidiaGpu<"sm_70", 1206, CudaFrom60>;
def : NvidiaGpu<"sm_72", 1207, CudaFrom60>;
def : NvidiaGpu<"sm_75", 1208, CudaFrom60>;
def : NvidiaGpu<"sm_80", 1209, CudaFrom80>;
def : NvidiaGpu<"sm_86", 1210, CudaFrom80>;
def : NvidiaGpu<"sm_87", 1211, CudaFrom80>;
def : NvidiaGpu<"sm_88", 1212, CudaFrom80>;
def : NvidiaGpu<"sm_89", 1213, CudaFrom80>;
def : NvidiaGpu<"sm_90", 1214, CudaFrom90>;
def : NvidiaGpu<"sm_90a", 1215, CudaFrom90>;
def : NvidiaGpu<"sm_100", 1216, CudaFrom90>;
def : NvidiaGpu<"sm_100a", 1217, CudaFrom90>;
def : NvidiaGpu<"sm_103", 1218, CudaFrom90>;
def : NvidiaGpu<"sm_103a", 1219, CudaFrom90>;
def : NvidiaGpu<"sm_110", 1220, CudaFrom80>;
def : NvidiaGpu<"sm_110a", 1221, CudaFrom80>;
def : NvidiaGpu<"sm_120", 1222, CudaFrom80>;
def : NvidiaGpu<"sm_120a", 1223, CudaFrom80>;
def : NvidiaGpu<"sm_121", 1224, CudaFrom80>;
def : NvidiaGpu<"sm_121a", 1225, CudaFrom80>;

// ---- AMD GPUs: 1300 to 1399 ---------------------------------------------------------------------------------------

defvar AmdAspects = [AspectGpu, AspectFp16, AspectFp64, AspectImage, AspectAtomic64, AspectQueue_profiling] # Online # AllocatedUsm;

// usm: what is known beyond AmdAspects; then the list is complete.
class AmdGpu<string gfx, int number, int wave, list<Aspect> usm>
    : Device<"amd_gpu_" # gfx, number, AmdAspects # usm, !empty(usm), [wave], "ld.lld", "-shared"> {
  let maxWorkGroupSize = 1024;
  let family = "amdgcn";
  let cpu = gfx;
}

defvar AmdUsm = [AspectUsm_system_allocations] # AtomicUsm;
class Gcn<string gfx, int number, list<Aspect> usm = []> : AmdGpu<gfx, number, 64, usm>; // and CDNA
class Rdna<string gfx, int number, list<Aspect> usm = []> : AmdGpu<gfx, number, 32, usm>;

def : Gcn<"gfx900", 1300>;
def : Gcn<"gfx902", 1301>;
def : Gcn<"gfx904", 1302>;
def : Gcn<"gfx906", 1303>;
def : Gcn<"gfx908", 1304, AmdUsm>;
def : Gcn<"gfx909", 1305>;
def : Gcn<"gfx90a", 1306, AmdUsm>;
def : Gcn<"gfx90c", 1307>;
def : Gcn<"gfx942", 1308, AmdUsm>;
def : Gcn<"gfx950", 1309>;
def : Rdna<"gfx1010", 1310>;
def : Rdna<"gfx1011", 1311>;
def : Rdna<"gfx1012", 1312>;
def : Rdna<"gfx1013", 1313>;
def : Rdna<"gfx1030", 1314, AmdUsm>;
def : Rdna<"gfx1031", 1315>;
def : Rdna<"gfx1032", 1316>;
def : Rdna<"gfx1033", 1317>;
def : Rdna<"gfx1034", 1318>;
def : Rdna<"gfx1035", 1319>;
def : Rdna<"gfx1036", 1320>;
def : Rdna<"gfx1100", 1321, AmdUsm>;
def : Rdna<"gfx1101", 1322>;
def : Rdna<"gfx1102", 1323>;
def : Rdna<"gfx1103", 1324>;
def : Rdna<"gfx1150", 1325>;
def : Rdna<"gfx1151", 1326>;
def : Rdna<"gfx1152", 1327>;
def : Rdna<"gfx1153", 1328>;
def : Rdna<"gfx1200", 1329>;
def : Rdna<"gfx1201", 1330>;
