// When alarms of devices stood, for the time lines of others.
export { alarmSpans, nextAlarm } from '../alarm/span-store.ts'
