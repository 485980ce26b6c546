// The frame of a section: purpose, last report and its time, result of the last order, and the form.
import type { ReactNode } from 'react'
import './gateway-box.css'
import type { BoxAct, BoxTold } from '../../../contract/box.ts'
import { formatAge, formatTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import type { BoxInfo } from './contract.ts'
import { lacksFor } from './rules.ts'
import { boxText } from './text.ts'
import { useBox } from './use-box.ts'
import { lackWords } from './words.ts'

export type Shown = { gateway: GatewayInfo; info: BoxInfo; box: BoxTold }

/**
 * A section of the gateway panel. `acts`: its orders; if the gateway lacks the hardware for the first one, the reason
 * replaces the form.
 */
export function BoxPart({
  gateway,
  title,
  about,
  acts,
  children,
}: {
  gateway: GatewayInfo
  title: string
  about?: string
  acts: readonly [BoxAct, ...BoxAct[]]
  children: (shown: Shown) => ReactNode
}) {
  const query = useBox(gateway.id)
  return (
    <section className="box-part" aria-label={title}>
      <h3>{title}</h3>
      {about && <p className="box-about">{about}</p>}
      <Body query={query} gateway={gateway} acts={acts}>
        {children}
      </Body>
    </section>
  )
}

function Body({
  query: { data, error, refetch },
  gateway,
  acts,
  children,
}: {
  query: ReturnType<typeof useBox>
  gateway: GatewayInfo
  acts: readonly [BoxAct, ...BoxAct[]]
  children: (shown: Shown) => ReactNode
}) {
  const t = useText(boxText)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
  const lack = lacksFor(acts[0], data)
  if (lack)
    return <EmptyState icon="gateway">{lack === 'old' ? t('tooOld') : labelIn(lackWords[lack], language())}</EmptyState>
  if (!data.box) return <EmptyState icon="gateway">{t('reportedNever')}</EmptyState>
  return (
    <>
      <Reported at={data.boxAt} />
      {children({ gateway, info: data, box: data.box })}
      <Ended info={data} acts={acts} />
    </>
  )
}

function Reported({ at }: { at: number | null }) {
  const t = useText(boxText)
  const now = useNow()
  return at === null ? null : <p className="box-reported">{t('reported', { age: formatAge(now - at, language()) })}</p>
}

/** The result of the newest order of the section. */
function Ended({ info, acts }: { info: BoxInfo; acts: readonly BoxAct[] }) {
  const t = useText(boxText)
  const zone = useZone()
  const [last] = info.orders.filter(({ act }) => acts.some((each) => each === act)).sort((a, b) => b.at - a.at)
  if (!last) return null
  const time = formatTime(last.at, zone)
  if (last.status === 'waiting') return <p className="box-ended">{t('orderWaiting', { time })}</p>
  if (last.status === 'success') return <p className="box-ended">{t('orderDone', { time })}</p>
  return (
    <p className="box-ended box-failed">
      <Icon name="alarm" size={14} />
      {t('orderFailed', { time, reason: last.msg })}
    </p>
  )
}
