// The live state of each driver on the gateway, for engineers who investigate bad or slow values.
import { errorText } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { DriverState } from '../../../contract/sockets.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatAge, formatNumber, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { Card } from '../../../ui/page-header.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
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
          <PlainTable
            label={t('drivers')}
            columns={[
              { key: 'driver', title: t('driver'), phone: 'title', cell: ({ id }) => names.get(id) ?? `#${id}` },
              {
                ...{ key: 'state', title: t('state'), phone: 'end' },
                cell: ({ isOpen }) => (isOld ? nothingShown : t(isOpen ? 'driverOpen' : 'driverClosed')),
              },
              {
                ...{ key: 'requests', title: t('driverRequests'), align: 'right' },
                cell: ({ requests }) => formatNumber(requests),
              },
              {
                ...{ key: 'errors', title: t('driverErrors'), align: 'right' },
                cell: ({ errors }) => formatNumber(errors),
              },
              {
                ...{ key: 'cycle', title: t('driverCycle'), align: 'right' },
                cell: ({ cycleMs }) => (cycleMs === null ? nothingShown : `${formatNumber(cycleMs)} ms`),
              },
              ...(told.drivers.some(({ clock }) => clock)
                ? [{ key: 'clock', title: t('driverClock'), cell: ({ clock }: DriverState) => <Clock clock={clock} /> }]
                : []),
              { key: 'fault', title: t('driverFault'), cell: ({ fault }) => <LastFault fault={fault} /> },
            ]}
            rows={told.drivers}
            keyOf={({ id }) => id}
          />
        )}
      </section>
    </Card>
  )
}

/** The device's clock compared with the gateway's: a device whose clock is wrong gives its changes wrong times. */
function Clock({ clock }: Pick<DriverState, 'clock'>) {
  const t = useText(liveText)
  const language = useLanguage()
  if (!clock) return nothingShown
  const { aheadMs, isDoubtful } = clock
  if (isDoubtful) return <span title={t('clockDoubtfulHelp')}>{t('clockDoubtful')}</span>
  if (Math.abs(aheadMs) < 1000) return t('clockRight')
  return t(aheadMs > 0 ? 'clockAhead' : 'clockBehind', { by: formatAge(Math.abs(aheadMs), language) })
}

function LastFault({ fault }: Pick<DriverState, 'fault'>) {
  const t = useText(liveText)
  const language = useLanguage()
  if (!fault) return nothingShown
  return (
    <span title={fault.text}>
      {t('faultAgo', {
        fault: withNote(errorText(fault.code, language), fault.code),
        age: formatAge(serverClock.now() - fault.at, language),
      })}
    </span>
  )
}
