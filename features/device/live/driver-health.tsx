// The live state of each driver on the gateway, for engineers who investigate bad or slow values.
import { errorText } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { DriverState } from '../../../contract/sockets.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatAge, formatNumber, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { Card } from '../../../ui/page-header.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import type { DeviceState } from '../open/live-monitoring.ts'
import { isNewsOld, phaseOf } from './rules.ts'
import { liveText } from './text.ts'

export function DriverHealth({ state }: { state: DeviceState }) {
  const t = useText(liveText)
  const language = useLanguage()
  useNow()
  const { drivers: told, signals } = state
  const phase = phaseOf(state, useLink().state)
  if (phase === 'unbound') return null
  const names = new Map(signals?.map(({ driverId, driverName }) => [driverId as number, driverName]))
  const age = told ? serverClock.now() - told.receivedAt : undefined
  const isOld = isNewsOld(phase, age)
  const note =
    age === undefined
      ? phase === 'live'
        ? t('driversWaiting', { seconds: limits.driverNewsMs / 1000 })
        : t('driversNotLive')
      : isOld && t('driversOld', { age: formatAge(age, language) })
  return (
    <Card title={t('drivers')} flush>
      <section className="data-table driver-health" data-old={isOld || undefined}>
        {note && (
          <p className="driver-note" role="status">
            {note}
          </p>
        )}
        {told && (
          <table aria-label={t('drivers')}>
            <thead>
              <tr>
                <th>{t('driver')}</th>
                <th>{t('state')}</th>
                <th className="cell-right">{t('driverRequests')}</th>
                <th className="cell-right">{t('driverErrors')}</th>
                <th className="cell-right">{t('driverCycle')}</th>
                <th>{t('driverFault')}</th>
              </tr>
            </thead>
            <tbody>
              {told.drivers.map((driver) => (
                <DriverRow
                  key={driver.id}
                  driver={driver}
                  name={names.get(driver.id) ?? `#${driver.id}`}
                  isOld={isOld}
                />
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Card>
  )
}

function DriverRow({ driver, name, isOld }: { driver: DriverState; name: string; isOld: boolean }) {
  const t = useText(liveText)
  const language = useLanguage()
  const { isOpen, requests, errors, cycleMs, fault } = driver
  return (
    <tr>
      <td className="phone-title">{name}</td>
      <td className="phone-end">{isOld ? nothingShown : t(isOpen ? 'driverOpen' : 'driverClosed')}</td>
      <td className="cell-right" data-label={t('driverRequests')}>
        {formatNumber(requests)}
      </td>
      <td className="cell-right" data-label={t('driverErrors')}>
        {formatNumber(errors)}
      </td>
      <td className="cell-right" data-label={t('driverCycle')}>
        {cycleMs === null ? nothingShown : `${formatNumber(cycleMs)} ms`}
      </td>
      <td data-label={t('driverFault')}>
        {fault ? (
          <span title={fault.text}>
            {t('faultAgo', {
              fault: withNote(errorText(fault.code, language), fault.code),
              age: formatAge(serverClock.now() - fault.at, language),
            })}
          </span>
        ) : (
          nothingShown
        )}
      </td>
    </tr>
  )
}
