// The filters of the list: waiting or stored again, the reason with its totals, the time of receipt.
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { limits } from '../../../contract/limits.ts'
import { formatNumber } from '../../../ui/format.ts'
import type { ListState } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { instantOf, localText } from '../../../ui/zone.ts'
import { type Reason, reasons } from './contract.ts'
import { quarantineText } from './text.ts'

/** Filters of the list. `from` and `to` are in the URL as epoch ms. */
export type Filters = { state: string; reason: string; from: string; to: string }

type Counts = readonly { reason: Reason; count: number }[]

export function FilterChoices({ list, counts }: { list: ListState<Filters>; counts: Counts | undefined }) {
  const t = useText(quarantineText)
  const { state, reason } = list.filters
  const total = new Map(counts?.map((each) => [each.reason, each.count]))
  const options = reasons
    .filter((each) => total.has(each) || each === reason)
    .map((value) => ({
      value,
      label: counts ? `${t(value)} · ${formatNumber(total.get(value) ?? 0)}` : t(value),
    }))
  return (
    <>
      <Segmented
        label={t('state')}
        value={state}
        options={(['waiting', 'relanded', 'all'] as const).map((value) => ({
          value: value as string,
          label: t(value),
        }))}
        onChange={(next) => list.setFilter({ state: next })}
      />
      <Select<Reason>
        className="quarantine-reason"
        aria-label={t('reason')}
        value={reasons.find((each) => each === reason) ?? null}
        options={options}
        placeholder={t('anyReason')}
        allowClear
        popupMatchSelectWidth={false}
        onChange={(next: Reason | undefined) => list.setFilter({ reason: next ?? '' })}
      />
      <SpanChoice list={list} />
    </>
  )
}

const daysBack = { day: 1, week: 7, month: limits.querySpanDays } as const

function SpanChoice({ list }: { list: ListState<Filters> }) {
  const t = useText(quarantineText)
  const { from, to } = list.filters
  const zone = useZone()
  // The picker supports only the browser's time zone: it shows and returns the wall clock of the organisation's zone.
  const wall = (at: number) => dayjs(localText(at, zone))
  const instant = (shown: dayjs.Dayjs) => String(instantOf(shown.format('YYYY-MM-DDTHH:mm'), zone))
  const now = wall(Date.now())
  return (
    <DatePicker.RangePicker
      className="quarantine-span"
      aria-label={t('span')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      value={[from ? wall(Number(from)) : null, to ? wall(Number(to)) : null]}
      presets={(['day', 'week', 'month'] as const).map((key) => ({
        label: t(key),
        value: [now.subtract(daysBack[key], 'day'), now],
      }))}
      onChange={(span) =>
        list.setFilter({
          from: span?.[0] ? instant(span[0]) : '',
          to: span?.[1] ? instant(span[1]) : '',
        })
      }
    />
  )
}
