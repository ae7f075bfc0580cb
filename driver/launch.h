// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycc --launch: sycc in front of another compiler, as build systems put launchers there.
#ifndef SY_DRIVER_LAUNCH_H
#define SY_DRIVER_LAUNCH_H

// argv: sycc --launch <compiler> {<word of another launcher>}... <compiler> <argument>...
// The exit status; does not return when all is well.
int sy_launch_main(int argc, char **argv);

#endif
