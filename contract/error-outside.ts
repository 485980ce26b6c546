// Errors of external services that the platform calls, such as WeChat, weather and cameras; part of contract/errors.ts.
export const outsideErrors = {} as const
