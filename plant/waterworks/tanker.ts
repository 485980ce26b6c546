// The tanker that supplies the stations with chemicals. Its readings depend on the time alone.
import { hourOfDay } from './calendar.ts'
import { tankerAt } from './tanker-route.ts'

const unloadM3h = 12
/** The tank of the vehicle lasts for a day and is filled at midnight. */
const fuelPerHour = 2.5

export function measureTanker({ atMs }: { atMs: number }) {
  const now = tankerAt(atMs)
  const hour = hourOfDay(atMs)
  const moving = now.speedKmh > 0.5
  const engineRunning = moving || now.isUnloading
  return {
    longitude: now.longitude,
    latitude: now.latitude,
    speed: now.speedKmh,
    heading: now.heading,
    drivenTotal: now.drivenKm,
    hypochloriteLevel: now.hypochloritePct,
    coagulantLevel: now.coagulantPct,
    unloadFlow: now.isUnloading ? unloadM3h : 0,
    tankTemperature: 16 + 6 * Math.sin(((hour - 9) / 12) * Math.PI),
    fuelLevel: 95 - fuelPerHour * hour,
    batteryVoltage: engineRunning ? 27.9 : 25.4,
    engineRunning,
    moving,
    unloading: now.isUnloading,
    generalAlarm: false,
    stationName: 'TANKER-1',
  }
}
