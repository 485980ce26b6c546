// Periods in which alarms were active, for time lines of other rooms.
export { alarmSpans, nextAlarm } from '../alarm/span-store.ts'
