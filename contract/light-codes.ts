// The codes that every call and the login page need. Separate from the table of errors, which would load all texts; the
// compiler compares them with it.
export const lightCodes = {
  weChatBound: 1010,
  confirmPassword: 1011,
  changeWindowClosed: 1033,
  stepNeeded: 1051,
  codeWrong: 1052,
  stepGone: 1053,
  lockNeeded: 1071,
  tooFrequent: 90003,
  databaseDown: 90005,
} as const

/** Codes that a browser treats as the end of its session. [S8] */
export const sessionLostCodes: readonly number[] = [1006, 1010]

/** The code of success; 201 is success too. [S7] */
export const ok = 200
