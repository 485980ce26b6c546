// The result of verifying the newest entries of the log: unchanged since they were written, or not.
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../../contract/call.ts'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinParts } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { verifyOperations } from './contract.ts'
import { operationLogText } from './text.ts'

type Fault = z.output<typeof verifyOperations.output>['faults'][number]

export function ChainState({ zone }: { zone: string }) {
  const t = useText(operationLogText)
  const { data, isFetching, refetch } = useQuery({
    ...queryOf(verifyOperations, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return <p className="log-chain">{isFetching && t('verifying')}</p>
  const again = (
    <PlainAct kind="link" busy={isFetching} onClick={() => void refetch()}>
      {t('verifyAgain')}
    </PlainAct>
  )
  if (data.faults.length > 0) return <Tampered faults={data.faults}>{again}</Tampered>
  if (data.to === 0) return null
  const { from, to, at } = data
  return (
    <p className="log-chain">
      <Icon name="check" size={16} />
      <span>{t('verified', { from: formatNumber(from), to: formatNumber(to), at: formatTime(at, zone) })}</span>
      {again}
    </p>
  )
}

function Tampered({ faults, children }: { faults: readonly Fault[]; children: React.ReactNode }) {
  const t = useText(operationLogText)
  const told = ({ kind, from, to, logId }: Fault) => {
    if (from === null || to === null) return t('insertedLine', { id: String(logId) })
    const numbers = { from: formatNumber(from), to: formatNumber(to) }
    return from === to ? t(`${kind}One`, numbers) : t(`${kind}Many`, numbers)
  }
  return (
    <div className="log-chain log-tampered" role="alert">
      <Icon name="alarm" size={16} />
      <div>
        <strong>{t('tampered')}</strong> {joinParts(faults.map(told))}
        <p>{t('tamperedAdvice')}</p>
      </div>
      {children}
    </div>
  )
}
