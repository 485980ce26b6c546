// The path of a value: register, driver, gateway, and the versions that define the variable.
import type { ReactNode } from 'react'
import { errorText } from '../../../contract/errors.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { formatAge, formatNumber, formatTime } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { Go, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { isNewsOld, phaseOf } from '../../device/live/rules.ts'
import { accessWords, formWords, scaleWords } from '../../device/open/live-form-words.ts'
import type { DeviceState } from '../../device/open/live-monitoring.ts'
import { configView } from '../../frame/config-views.ts'
import { strengthNow } from '../../gateway/gateway/rules.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { differences } from '../../platform/versioned/rules.ts'
import type { SignalLineage } from './contract.ts'
import { lineageText } from './text.ts'

/** One station of the path of a value, with its facts. */
export function Station({ name, title, children }: { name: string; title: ReactNode; children?: ReactNode }) {
  return (
    <li className="lineage-station">
      <h4>
        <span>{name}</span> <b>{title}</b>
      </h4>
      {children}
    </li>
  )
}

/** Names and values of one station; empty ones are omitted. */
function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="lineage-facts">
      {of.map(
        ([name, value]) =>
          value !== '' &&
          value !== null &&
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

type Of = { lineage: SignalLineage; state: DeviceState | undefined; zone: string }

export function Road({ lineage, state, zone }: Of) {
  const t = useText(lineageText)
  const named = useName()
  const { device, signal } = lineage
  const to = withSearch(pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: device.id, alarm: 0 }), {
    ...{ tab: 'realTime', signal: signal.id },
  })
  return (
    <>
      <Station name={t('variable')} title={named(signal.title)}>
        <Facts
          of={[
            [
              t('device'),
              <Go key="device" to={to}>
                {named(device.name)}
              </Go>,
            ],
            [t('register'), signal.address],
            [t('dataType'), formWords(signal)],
            [t('scaling'), scaleWords(signal)],
            [t('unit'), signal.unit],
            [t('texts'), signal.texts],
            [t('poll'), signal.periodMs ? `${signal.periodMs} ms` : ''],
            [t('access'), accessWords(signal.access)],
          ]}
        />
      </Station>
      <DriverStation lineage={lineage} state={state} zone={zone} />
      <GatewayStation lineage={lineage} state={state} zone={zone} />
    </>
  )
}

function DriverStation({ lineage: { driver }, state }: Of) {
  const t = useText(lineageText)
  const language = useLanguage()
  const link = useLink()
  const told = state?.drivers
  const mine = told?.drivers.find(({ id }) => id === Number(driver.id))
  const age = told ? serverClock.now() - told.receivedAt : undefined
  const isOld = state ? isNewsOld(phaseOf(state, link.state), age) : false
  const fault = mine?.fault
  return (
    <Station name={t('driver')} title={driver.name}>
      <Facts
        of={[
          [t('protocol'), labelIn(driver.protocol, language)],
          ...(driver.connection ?? []).map(
            ({ label, value }) => [labelIn(label, language), labelIn(value, language)] as const,
          ),
        ]}
      />
      {mine ? (
        <p className="lineage-line" data-quiet={isOld || undefined} data-bad={(!isOld && !mine.isOpen) || undefined}>
          {isOld ? t('driverOld', { age: formatAge(age, language) }) : t(mine.isOpen ? 'open' : 'closed')}
          {mine.cycleMs !== null && ` · ${t('cycle', { ms: formatNumber(mine.cycleMs) })}`}
          {mine.errors > 0 && ` · ${t('errors', { count: mine.errors })}`}
        </p>
      ) : (
        <p className="lineage-quiet">{t('driverUnknown')}</p>
      )}
      {fault && (
        <Facts
          of={[
            [
              t('lastFault'),
              t('faultAt', {
                ...{ reason: errorText(fault.code, language), code: fault.code },
                age: formatAge(serverClock.now() - fault.at, language),
              }),
            ],
          ]}
        />
      )}
    </Station>
  )
}

/** Clock offsets below this are shown as equal, ms. */
const sameMs = 50

function GatewayStation({ lineage: { gateway }, state, zone }: Of) {
  const t = useText(lineageText)
  const language = useLanguage()
  if (!gateway) return <Station name={t('gateway')} title={t('none')} />
  // The streamed state is newer than the loaded one.
  const now = state?.gateway ?? gateway
  const { signalStrength, lastSeenAt, more } = gateway
  const percent = strengthNow({ state: now.state, signalStrength })
  const offset = more?.clockOffsetMs ?? null
  const clock =
    offset === null
      ? ''
      : Math.abs(offset) < sameMs
        ? t('clockSame')
        : t(offset > 0 ? 'clockAhead' : 'clockBehind', { age: ageOf(Math.abs(offset), language) })
  const sn =
    gateway.sn && (more ? <Go to={withSearch('/manage/eg/gateway', { id: more.id })}>{gateway.sn}</Go> : gateway.sn)
  return (
    <Station name={t('gateway')} title={sn}>
      <p className="lineage-line">
        <StatusDot state={now.state} word />
        {more?.networkType && ` · ${more.networkType}`}
        {percent !== null && ` · ${t('strength', { percent })}`}
        {(now.vpn || now.mode === 'download') && ` · ${t('remoteDownload')}`}
      </p>
      <Facts
        of={[
          [t('clock'), clock],
          [t('lastSeen'), now.state === 'online' || lastSeenAt === null ? '' : formatTime(lastSeenAt, zone)],
          [t('configuration'), more ? t(more.consistency) : ''],
        ]}
      />
    </Station>
  )
}

const ageOf = (ms: number, language: 'en' | 'zh-cn'): string =>
  ms < 10_000 ? `${Math.round(ms)} ms` : formatAge(ms, language)

export function Definition({ lineage: { definition, driver }, zone }: Pick<Of, 'lineage' | 'zone'>) {
  const t = useText(lineageText)
  const language = useLanguage()
  if (!definition) return null
  const { changed, since } = definition
  const saved = ({ version, savedBy, savedAt }: Pick<typeof definition, 'version' | 'savedBy' | 'savedAt'>) =>
    t('inVersion', { version, name: savedBy || '—', at: formatTime(savedAt, zone).slice(0, 16) })
  const of = (signal: unknown) => ({ drivers: [driver], signals: signal ? [signal] : [] })
  const lines = changed?.before ? differences(configView, of(changed.before), of(changed.after), language) : []
  return (
    <section className="lineage-part">
      <h3>{t('definition')}</h3>
      <Facts
        of={[
          [t('inForce'), `${saved(definition)}${quoted(definition.message)}`],
          [
            t(changed && !changed.before ? 'brought' : 'changed'),
            changed ? `${saved(changed)}${quoted(changed.message)}` : t('unchanged', { version: since }),
          ],
          ...lines.map(({ path, steps, before, after }) => {
            const told = (value: typeof before) => (value === undefined || value === '' ? '—' : String(value))
            return [
              steps.at(-1)?.name ?? path.join(),
              <Change key={path.join()} from={told(before)} to={told(after)} />,
            ] as const
          }),
        ]}
      />
    </section>
  )
}

const Change = ({ from, to }: { from: string; to: string }) => (
  <>
    <s>{from}</s> → {to}
  </>
)

const quoted = (message: string): string => (message ? ` · “${message}”` : '')
