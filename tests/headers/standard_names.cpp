// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs use names of the standard library with <sycl/sycl.hpp> as their only header: each name here is from another one.
#include <sycl/sycl.hpp>

static std::mutex lock;
static std::atomic<int> failures{0};

static void check(bool good, const std::string &what) {
  std::lock_guard<std::mutex> held(lock);
  if (!good) {
    std::cerr << "failed: " << what << std::endl;
    ++failures;
  }
}

static void containers() {
  std::vector<int> numbers(4);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::array<int, 2> pair{3, 4};
  std::map<std::string, int> byName{{"a", 1}};
  std::unordered_map<int, int> byNumber{{1, 2}};
  std::set<int> some{1, 2};
  std::bitset<8> bits(5);
  std::initializer_list<int> list{1, 2, 3};
  check(std::count(numbers.begin(), numbers.end(), 3) == 1 && pair[1] == 4 && byName["a"] == 1, "containers");
  check(byNumber.at(1) == 2 && some.size() == 2 && bits.count() == 2 && std::distance(list.begin(), list.end()) == 3, "more containers");
}

static void utilities() {
  std::tuple<int, float> t(1, 2.0f);
  std::optional<int> maybe = 3;
  std::variant<int, float> either = 1.0f;
  std::function<int(int)> twice = [](int i) { return 2 * i; };
  std::unique_ptr<int> owned = std::make_unique<int>(4);
  std::string_view view = "view";
  static_assert(std::is_same_v<decltype(std::move(maybe)), std::optional<int> &&>);
  check(std::get<0>(t) == 1 && maybe.value() == 3 && either.index() == 1 && twice(2) == 4 && *owned == 4 && view.size() == 4, "utilities");
  try {
    throw std::runtime_error("thrown");
  } catch (const std::exception &e) {
    check(std::strcmp(e.what(), "thrown") == 0, "exceptions");
  }
  alignas(int) unsigned char place[sizeof(int)];
  check(*new (place) int(7) == 7, "placement new");
}

static void numbers() {
  assert(CHAR_BIT == 8);
  check(std::abs(std::sqrt(FLT_EPSILON * 4) - 2 * std::sqrt(std::numeric_limits<float>::epsilon())) < 1e-6, "numbers");
  check(INT_MAX == std::numeric_limits<std::int32_t>::max() && std::atoi("12") == 12 && std::abs(std::complex<float>(3, 4)) == 5, "more numbers");
}

static void streams() {
  std::ostringstream text;
  text << std::chrono::milliseconds(12).count() << ' ' << static_cast<std::size_t>(3);
  std::ifstream none("/no/such/file");
  std::thread([&] { check(text.str() == "12 3" && !none, "streams"); }).join();
  check(std::chrono::steady_clock::now().time_since_epoch().count() > 0 && std::time(nullptr) > 0, "time");
}

int main() {
  containers();
  utilities();
  numbers();
  streams();
  int *sum = sycl::malloc_shared<int>(1, sycl::queue());
  sycl::queue().single_task([=] { *sum = std::min(3, 4); }).wait();
  check(*sum == 3, "kernel");
  std::printf("standard_names: %s\n", failures ? "FAILED" : "ok");
  return failures != 0;
}
