// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycc --join-texts: the last step of sycc -E.
#ifndef SY_DRIVER_TEXTS_H
#define SY_DRIVER_TEXTS_H

// argv: sycc --join-texts <output> {<condition> <preprocessed file>}... <preprocessed file of the host>
int sy_texts_main(int argc, char **argv);

#endif
