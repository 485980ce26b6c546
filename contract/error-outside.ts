// Faults of what the platform asks outside, WeChat, weather and cameras: part of contract/errors.ts.
export const outsideErrors = {} as const
