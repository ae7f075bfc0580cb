// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host compiler's IR is the same with and without the plugin: threads, atomics, futures.
// RUN: sh %S/Inputs/same-ir.sh %s %t %clangxx %build/lib/sycc/sycc-frontend.so
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>
#if __cplusplus >= 202002L
#include <barrier>
#include <latch>
#include <semaphore>
#include <stop_token>
#endif

template <class T> class Channel {
public:
  void send(T value) noexcept(false) {
    { std::lock_guard lock(mutex); items.push(std::move(value)); }
    ready.notify_one();
  }
  [[nodiscard]] T receive() {
    std::unique_lock lock(mutex);
    ready.wait(lock, [this]() noexcept { return !items.empty(); });
    T value = std::move(items.front());
    items.pop();
    return value;
  }
private:
  std::mutex mutex;
  std::condition_variable ready;
  std::queue<T> items;
};
alignas(64) std::atomic<int> counters[4];
thread_local int mine = [] { return 3; }();
std::shared_mutex readers;
std::once_flag once;

int main(int argc, char **argv) {
  Channel<std::packaged_task<int(int)>> channel;
  std::vector<std::thread> threads;
  for (int i = 0; i < argc; i++)
    threads.emplace_back([&, i]() mutable {
      std::call_once(once, [] { counters[0].store(1, std::memory_order_release); });
      std::shared_lock lock(readers);
      channel.send(std::packaged_task<int(int)>([i](int x) { return counters[(x + i) & 3].fetch_add(i, std::memory_order_acq_rel); }));
    });
  int sum = mine;
  for (std::size_t i = 0; i < threads.size(); i++) {
    auto task = channel.receive();
    auto result = task.get_future();
    task(int(i));
    sum += result.get();
  }
  auto later = std::async(std::launch::async, [](auto... x) noexcept(true) -> int { return (0 + ... + x); }, 1, 2, 3);
  for (auto &t : threads)
    t.join();
#if __cplusplus >= 202002L
  std::latch latch(1);
  std::counting_semaphore<4> semaphore(2);
  std::barrier barrier(1, []() noexcept {});
  std::jthread worker([&](std::stop_token stop) { semaphore.release(); latch.count_down(); while (!stop.stop_requested()) {} });
  latch.wait();
  barrier.arrive_and_wait();
  std::atomic_ref(sum).fetch_add(1);
#endif
  return sum + later.get();
}
