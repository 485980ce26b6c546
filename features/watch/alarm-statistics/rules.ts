// Terms and limits of EEMUA 191, the guide to alarm systems.

/** A peak is counted over ten minutes; a rule with more alarms than this in that time chatters. */
export const peakMs = 10 * 60_000
export const hourMs = 3600_000
export const chatteringCount = 3
/** An alarm that is active for more than a day has no informative value. */
export const standingMs = 24 * hourMs
/** Alarms per hour that one operator can handle: about six, at most twelve. */
export const manageablePerHour = { aim: 6, most: 12 }
