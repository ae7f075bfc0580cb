// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What large C++ programs are made of, and devices know nothing of. No SYCL header: the file has no device code.
#include "host_classes.hpp"

#include <coroutine>
#include <functional>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

// ---- key functions, virtual and multiple inheritance --------------------------------------------------------------

struct Counted {
  static int alive;
  Counted() { alive++; }
  Counted(const Counted &) { alive++; }
  virtual ~Counted();
};
int Counted::alive = 0;
Counted::~Counted() { alive--; }

} // namespace

struct Left : virtual Counted {
  virtual int left() const;
};
struct Right : virtual Counted {
  virtual int right() const;
};
struct Both : Left, Right {
  int left() const override;
  int right() const override;
  ~Both() override;
  std::string text = "both";
};
int Left::left() const { return 1; }
int Right::right() const { return 2; }
int Both::left() const { return 3; }
int Both::right() const {
  if (text.empty())
    throw std::runtime_error("empty");
  return 4;
}
Both::~Both() {}

struct Thrown {
  std::string text;
  ~Thrown() {}
};
struct Host {
  virtual void call(bool fail);
};
void Host::call(bool fail) {
  static Counted once;
  thread_local Counted per_thread;
  if (fail)
    throw Thrown{"thrown"};
}

// ---- explicit instantiations, inline variables, objects that are constructed at start -----------------------------

template <class T> struct Sink {
  virtual ~Sink() {}
  virtual void put(const T &value) {
    std::ostringstream s;
    s << value;
    all += s.str();
  }
  std::string all;
  static std::vector<T> log;
  static inline std::string name = "sink";
};
template <class T> std::vector<T> Sink<T>::log = {T(), T()};
template struct Sink<int>;
template struct Sink<std::string>;
extern template struct Sink<double>;
template struct Sink<double>;
template <class T> T twice(T value) { return value + value; }
template std::string twice(std::string);
template <class T> std::shared_ptr<T> made = std::make_shared<T>();
template std::shared_ptr<std::string> made<std::string>;

inline std::vector<std::string> words = {"a", "b"};
static std::map<std::string, int> table = {{"x", 1}, {"y", 2}};
thread_local std::string name = "thread";
static int started;

// ---- symbols ------------------------------------------------------------------------------------------------------

extern "C" int host_original(int x) { return x + 1; }
extern "C" int host_alias(int x) __attribute__((alias("host_original")));
extern "C" int (*host_resolver())(int) { return host_original; }
extern "C" int host_ifunc(int x) __attribute__((ifunc("host_resolver")));
extern "C" __attribute__((weak)) int host_weak(int x) { return twice(x); }
__attribute__((used)) static std::string kept(int x) { return std::to_string(x); }
__attribute__((constructor)) static void early() { started = 1; }
asm(".globl host_assembly\nhost_assembly = 7");
extern "C" const char host_assembly;

// ---- coroutines ---------------------------------------------------------------------------------------------------

struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  ~Generator() { handle.destroy(); }
};
Generator count(int n) {
  for (int i = 1; i <= n; i++)
    co_yield i;
}

// ---- all of it, used ----------------------------------------------------------------------------------------------

static int check_classes() {
  int bad = 0;
  {
    std::unique_ptr<Counted> p = std::make_unique<Both>();
    bad += dynamic_cast<Right *>(p.get())->right() != 4 || dynamic_cast<Left *>(p.get())->left() != 3;
  }
  bad += Counted::alive != 0;
  std::shared_ptr<Counted> shared(new Both, [](Counted *c) { delete c; });
  std::function<int(int)> f = [shared](int x) { return x + Counted::alive; };
  bad += f(1) != 2;
  try {
    Host().call(true);
    bad++;
  } catch (const Thrown &t) {
    bad += t.text != "thrown";
  }
  return bad;
}

static int check_library() {
  std::smatch match;
  std::string text = "key = value";
  int bad = !std::regex_match(text, match, std::regex("(\\w+)\\s*=\\s*(\\w+)")) || match[2] != "value";
  int sum = 0;
  Generator g = count(4);
  for (g.handle.resume(); !g.handle.done(); g.handle.resume())
    sum += g.handle.promise().value;
  bad += sum != 10;
  std::thread([&] { bad += (name += "s") != "threads"; }).join();
  return bad + (name != "thread");
}

static int check_variables() {
  Sink<int> sink;
  sink.put(twice(4));
  int bad = sink.all != "8" || Sink<std::string>::log.size() != 2 || Sink<double>::name != "sink";
  bad += table.size() != 2 || !started || words.size() != 2 || !made<std::string> || twice(std::string("a")) != "aa";
  bad += host_alias(1) != 2 || host_ifunc(2) != 3 || host_weak(2) != 4;
  return bad + (reinterpret_cast<unsigned long>(&host_assembly) % 16 != 7);
}

int host_classes() { return check_classes() + check_library() + check_variables(); }
