// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The environment variables that the runtime reads. A program with more rights than the user who started it
// (set-user-ID, set-group-ID, file capabilities) takes nothing from them: that user could name code that
// would run with its rights.
#ifndef SY_RUNTIME_ENVIRONMENT_H
#define SY_RUNTIME_ENVIRONMENT_H

#include <stdbool.h>

// The variable's value; null if it is not set or the program has more rights than its user. No other function
// of the runtime calls getenv.
const char *sy_environment(const char *name);

// Whether the program has more rights than its user.
bool sy_environment_is_hostile(void);

// To be called before a driver or its loader is opened: these read variables of their own, some of which name
// libraries. In a program with more rights than its user the environment is reduced to the language, a fixed
// PATH, and the HOME of the user whose rights the program has. In any other program it does nothing.
void sy_environment_for_drivers(void);

#endif
