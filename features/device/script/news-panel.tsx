// Live reports of scripts on the gateway: counts, faults and logged lines, polled while open.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../contract/call.ts'
import type { Script } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { formatClock, formatNumber, nothingShown } from '../../../ui/format.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useGatewayOf } from '../../gateway/open/gateway-sync.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useLiveValues } from '../open/live-value.tsx'
import { queryScriptWords, type ScriptLine } from './contract.ts'
import { scriptText } from './text.ts'

type Told = Awaited<ReturnType<typeof load>>
const load = (equipmentId: EquipmentInfo['id']) => call(queryScriptWords, { equipmentId })

export function NewsPanel({ info, scripts }: { info: EquipmentInfo; scripts: readonly Script[] }) {
  const t = useText(scriptText)
  const gateway = useGatewayOf(info.sn ? info.id : undefined)
  // The gateway reports only while the device is monitored.
  useLiveValues(info.id, [info.sn, gateway?.state, gateway?.gatewayHash].join(' '))
  const [lookMs] = useState(limits.driverNewsMs)
  const { data, error, refetch } = useQuery({
    queryKey: [queryScriptWords.path, info.id, scripts.length],
    queryFn: () => load(info.id),
    refetchInterval: lookMs,
  })
  return (
    <Card title={t('onGateway')}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={3} />
        )
      ) : (
        <News info={info} told={data} scripts={scripts} />
      )}
    </Card>
  )
}

function News({ info, told, scripts }: { info: EquipmentInfo; told: Told; scripts: readonly Script[] }) {
  const t = useText(scriptText)
  const shown = useName()
  const names = new Map<number, string>(scripts.map(({ id, name }) => [id, shown(name)]))
  if (told.canRun === false) {
    return (
      <p className="script-fault" role="alert">
        {t('cannotRun')}
      </p>
    )
  }
  if (told.receivedAt === null) return <p className="script-note">{t('noNews')}</p>
  return (
    <>
      <Counts told={told} names={names} />
      <h3 className="script-log">{t('log')}</h3>
      <Lines info={info} lines={told.lines} names={names} />
      {told.dropped > 0 && <p className="script-note">{t('dropped', { count: formatNumber(told.dropped) })}</p>}
    </>
  )
}

function Counts({ told, names }: { told: Told; names: ReadonlyMap<number, string> }) {
  const t = useText(scriptText)
  const count = (key: 'runs' | 'writes' | 'faults' | 'skipped') =>
    ({ key, title: t(key), align: 'right', cell: (row: Told['scripts'][number]) => formatNumber(row[key]) }) as const
  return (
    <section className="data-table script-counts">
      <PlainTable
        label={t('onGateway')}
        columns={[
          { key: 'script', title: t('script'), phone: 'title', cell: ({ id }) => names.get(id) ?? `#${id}` },
          ...[count('runs'), count('writes'), count('faults'), count('skipped')],
          { key: 'took', title: t('took'), align: 'right', cell: ({ tookMs }) => `${formatNumber(tookMs)} ms` },
          {
            key: 'fault',
            title: t('lastFault'),
            cell: ({ fault, isPaused }) => (
              <>
                {isPaused && <strong>{t('paused')} </strong>}
                {fault
                  ? `${fault.message || fault.kind}${fault.line === null ? '' : ` (${t('line', { line: fault.line })})`}`
                  : nothingShown}
              </>
            ),
          },
        ]}
        rows={told.scripts}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

type LinesProps = { info: EquipmentInfo; lines: readonly ScriptLine[]; names: ReadonlyMap<number, string> }

/** Log lines of the script, newest first. */
function Lines({ info, lines, names }: LinesProps) {
  const t = useText(scriptText)
  const zone = useZoneOf(info)
  if (lines.length === 0) return <p className="script-note">{t('noLines')}</p>
  return (
    <ol className="script-lines" aria-label={t('log')}>
      {lines.toReversed().map(({ seq, id, at, kind, text }) => (
        <li key={seq} data-kind={kind}>
          <time>{formatClock(at, zone)}</time>
          <span>{names.get(id) ?? `#${id}`}</span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  )
}
