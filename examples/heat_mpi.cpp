// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat on a plate that the ranks of MPI share: each has a strip of rows in the memory of its device, and
// needs the nearest row of both neighbours in every step. Those rows, the halo, are host USM: kernels write
// and read them there, and any MPI sends them, whether it knows of GPUs or not. Rank 0 compares the plate
// with one that it computes alone.
//
//   heat_mpi [CELLS [STEPS]]     a plate of CELLS by CELLS
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <mpi.h>
#include <sycl/sycl.hpp>
#include <vector>

struct Ranks {
  MPI_Comm comm;
  int rank = 0, count = 1;

  explicit Ranks(MPI_Comm c) : comm(c) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &count);
  }
  // The first row of a rank, and behind the last one the number of rows.
  size_t first_row(int r, size_t rows) const { return rows * size_t(r) / size_t(count); }
  int above() const { return rank ? rank - 1 : MPI_PROC_NULL; }
  int below() const { return rank + 1 < count ? rank + 1 : MPI_PROC_NULL; }
};

// A rank's part of the plate. Copied into kernels: all members are numbers and pointers.
struct Strip {
  size_t width, rows;
  float *now, *next; // rows by width, the device's
  float *own, *halo; // host USM: the first and last row, and what lies beyond them at the neighbours

  void step(size_t y, size_t x) const {
    const size_t at = y * width + x;
    const float up = y ? now[at - width] : halo[x], down = y + 1 < rows ? now[at + width] : halo[width + x];
    const float left = x ? now[at - 1] : 0, right = x + 1 < width ? now[at + 1] : 0;
    const float value = now[at] + 0.2f * (up + down + left + right - 4 * now[at]);
    next[at] = value;
    if (y == 0)
      own[x] = value;
    if (y + 1 == rows)
      own[width + x] = value;
  }
};

// A hot square on a cold plate.
static float first_value(size_t y, size_t x, size_t cells) {
  const auto hot = [&](size_t i) { return i >= cells / 3 && i < cells / 2; };
  return hot(y) && hot(x) ? 100.0f : 0.0f;
}

static void fill_first(sycl::queue &queue, const Strip &s, size_t first) {
  std::vector<float> values(s.rows * s.width);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = first_value(first + i / s.width, i % s.width, s.width);
  queue.memcpy(s.now, values.data(), values.size() * sizeof(float)).wait();
  std::copy_n(values.begin(), s.width, s.own);
  std::copy_n(values.end() - static_cast<std::ptrdiff_t>(s.width), s.width, s.own + s.width);
  std::fill_n(s.halo, 2 * s.width, 0.0f); // stays so where the plate ends
}

static void exchange(const Ranks &ranks, const Strip &s) {
  const int n = static_cast<int>(s.width);
  MPI_Sendrecv(s.own, n, MPI_FLOAT, ranks.above(), 0, s.halo + n, n, MPI_FLOAT, ranks.below(), 0, ranks.comm,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(s.own + n, n, MPI_FLOAT, ranks.below(), 1, s.halo, n, MPI_FLOAT, ranks.above(), 1, ranks.comm,
               MPI_STATUS_IGNORE);
}

// The rows inside need no neighbour: they are computed while the halo travels.
static void run_step(sycl::queue &queue, const Ranks &ranks, const Strip &s) {
  if (s.rows > 2)
    queue.parallel_for(sycl::range(s.rows - 2, s.width), [=](sycl::id<2> i) { s.step(i[0] + 1, i[1]); });
  exchange(ranks, s);
  const size_t edges = std::min<size_t>(s.rows, 2);
  queue.parallel_for(sycl::range(edges, s.width),
                     [=](sycl::id<2> i) { s.step(i[0] ? s.rows - 1 : 0, i[1]); });
  queue.wait_and_throw();
}

// All strips, on the rank 0 of these.
static std::vector<float> gather(const Ranks &ranks, const std::vector<float> &mine, size_t cells) {
  std::vector<float> all(ranks.rank ? 0 : cells * cells);
  std::vector<int> counts, places;
  for (int r = 0; r < ranks.count; ++r) {
    places.push_back(static_cast<int>(ranks.first_row(r, cells) * cells));
    counts.push_back(static_cast<int>(ranks.first_row(r + 1, cells) * cells) - places.back());
  }
  MPI_Gatherv(mine.data(), static_cast<int>(mine.size()), MPI_FLOAT, all.data(), counts.data(), places.data(),
              MPI_FLOAT, 0, ranks.comm);
  return all;
}

static std::vector<float> simulate(sycl::queue queue, const Ranks &ranks, size_t cells, int steps,
                                   double *seconds) {
  const size_t first = ranks.first_row(ranks.rank, cells),
               rows = ranks.first_row(ranks.rank + 1, cells) - first;
  Strip s{cells, rows, nullptr, nullptr, nullptr, nullptr};
  for (float **p : {&s.now, &s.next})
    *p = sycl::malloc_device<float>(rows * cells, queue);
  for (float **p : {&s.own, &s.halo})
    *p = sycl::malloc_host<float>(2 * cells, queue);
  fill_first(queue, s, first);
  MPI_Barrier(ranks.comm);
  const double begin = MPI_Wtime();
  for (int i = 0; i < steps; ++i, std::swap(s.now, s.next))
    run_step(queue, ranks, s);
  *seconds = MPI_Wtime() - begin;
  std::vector<float> mine(rows * cells);
  queue.memcpy(mine.data(), s.now, mine.size() * sizeof(float)).wait_and_throw();
  for (float *p : {s.now, s.next, s.own, s.halo})
    sycl::free(p, queue);
  return gather(ranks, mine, cells);
}

// Ranks on one machine take its devices in turn.
static sycl::queue own_queue() {
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  const auto devices = sycl::device(sycl::default_selector_v).get_platform().get_devices();
  const sycl::device own = devices[static_cast<size_t>(Ranks(here).rank) % devices.size()];
  MPI_Comm_free(&here);
  return sycl::queue(own);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const Ranks world(MPI_COMM_WORLD);
  const size_t cells = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 512;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 200;
  double together = 0, alone = 0;
  bool right = cells >= static_cast<size_t>(world.count) && cells <= 32768;
  if (!right && world.rank == 0)
    std::cerr << "heat_mpi: CELLS goes from the number of ranks to 32768\n";
  if (right) {
    sycl::queue queue = own_queue();
    const std::vector<float> plate = simulate(queue, world, cells, steps, &together);
    if (world.rank == 0) {
      right = plate == simulate(queue, Ranks(MPI_COMM_SELF), cells, steps, &alone);
      std::cout << world.count << " ranks, " << cells << " by " << cells << " cells, " << steps
                << " steps: " << (right ? "as one rank alone" : "WRONG") << "\ntogether " << together * 1e3
                << " ms, alone " << alone * 1e3 << " ms\n";
    }
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
