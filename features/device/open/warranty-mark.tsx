// The warranty of a device: a date with a mark, a filter, and the notification setting. For use by other rooms, like
// every file named part-*.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { formOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { NumberField } from '../../../ui/fields.tsx'
import { FormDrawer, SideDrawer } from '../../../ui/form.tsx'
import { nothingShown } from '../../../ui/format.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { saveWarrantySettings, type WarrantyState, warrantySettings } from '../warranty/contract.ts'
import { daysBetween, warrantyClock } from '../warranty/rules.ts'
import { warrantyText } from '../warranty/text.ts'

type Of = { warranty: WarrantyState | null; warrantyUntil: string | null }

/** The mark of a device whose warranty ends soon or has ended; renders nothing for other devices. */
export function WarrantyMark({ of: { warranty, warrantyUntil } }: { of: Of }) {
  const t = useText(warrantyText)
  const zone = useZoneOf({ zone: null })
  if (warrantyUntil === null || (warranty !== 'soon' && warranty !== 'ended')) return null
  const { today } = warrantyClock(zone, serverClock.now(), 0)
  const left = daysBetween(today, warrantyUntil)
  const words = warranty === 'ended' ? t('endedMark') : left > 0 ? t('endsIn', { count: left }) : t('endsToday')
  return <Tag title={`${t('warranty')} · ${warrantyUntil}`}>{withHeading(t('warranty'), words)}</Tag>
}

/** The end date of the warranty, followed by its mark. */
export function WarrantyDate({ of }: { of: Of }) {
  if (of.warrantyUntil === null) return nothingShown
  return (
    <>
      {of.warrantyUntil} <WarrantyMark of={of} />
    </>
  )
}

const states = ['soon', 'ended', 'valid', 'none'] as const
type WarrantyChoice = (typeof states)[number]
/** The warranty filter in a URL; undefined without a filter. */
export const warrantyOf = (text: string): WarrantyChoice | undefined => states.find((each) => each === text)

/** An empty `value` means no filter. */
export function WarrantyFilter({ value = '', onChange }: { value?: string; onChange?: (value: string) => void }) {
  const t = useText(warrantyText)
  return (
    <Select
      aria-label={t('warranty')}
      value={warrantyOf(value) ?? ''}
      popupMatchSelectWidth={false}
      options={[{ value: '', label: t('any') }, ...states.map((state) => ({ value: state, label: t(state) }))]}
      onChange={(next: string) => onChange?.(next)}
    />
  )
}

/** The form for the time of the warranty notification. */
export function WarrantyForm({ onClose }: { onClose: () => void }) {
  const t = useText(warrantyText)
  const { data, error, refetch } = useQuery(queryOf(warrantySettings, {}))
  const { mutateAsync } = useMutation(formOf(saveWarrantySettings))
  if (!data)
    return (
      <SideDrawer open title={t('settings')} onClose={onClose}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />}
      </SideDrawer>
    )
  return (
    <FormDrawer<{ days: number }>
      open
      title={t('settings')}
      initial={data}
      onSubmit={(values) => mutateAsync(values)}
      onDone={() => toast.good(t('saved'))}
      onClose={onClose}
    >
      <NumberField
        name="days"
        label={t('days')}
        required
        min={0}
        max={limits.warrantyDays}
        digits={0}
        note={t('settingsNote')}
      />
    </FormDrawer>
  )
}

/** The title of the warranty column. */
export const useWarrantyWords = (): string => useText(warrantyText)('warranty')
