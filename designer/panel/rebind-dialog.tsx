// Replaces one device by another: the new variables are proposed and can be changed before they are applied.
import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useLink } from '../../ui/link.ts'
import { ModalBox } from '../../ui/modal-box.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { type DeviceUse, movedTo, type Proposal, proposals, type Rebinding } from '../document/rebind.ts'
import type { Edit } from './edit.ts'
import { useSources } from './sources.ts'
import { panelText } from './text.ts'
import type { Variable } from './variable.ts'
import './rebind.css'

/** Names and addresses are not mixed, because another machine may use the same address for something else. */
const ways = { name: ['name', 'title'], address: ['address'] } as const
type Props = { edit: Edit; from: DeviceUse; onClose: () => void }

export function RebindDialog(props: Props) {
  const t = useText(panelText)
  return (
    <ModalBox label={t('replaceTitle')} width={640} onClose={props.onClose}>
      <Rebind {...props} />
    </ModalBox>
  )
}

function Rebind({ edit, from, onClose }: Props) {
  const t = useText(panelText)
  const { devices = [] } = useSources()
  const [to, setTo] = useState<number>()
  const [way, setWay] = useState<keyof typeof ways>('name')
  const [own, others] = [useVariables(from.equipId), useVariables(to)]
  // Choices of the user by variable; null: the binding stays.
  const [decided, setDecided] = useState<ReadonlyMap<number, Variable | null>>(new Map())
  const proposed = useMemo(
    () => (own.all && others.all ? proposals(edit.widgets, from.equipId, own.all, others.all, ways[way]) : []),
    [edit.widgets, from.equipId, own.all, others.all, way],
  )
  const toOf = ({ signalId, to: found }: Proposal) => {
    const mine = decided.get(signalId)
    return mine === undefined ? found : (mine ?? undefined)
  }
  const found = proposed.filter((each) => toOf(each))
  const target = devices.find(({ id }) => id === to)
  const isFailed = own.isFailed || others.isFailed
  const rebinding: Rebinding | undefined = target && {
    // The stored names are used, and not those translated for the reader.
    from: { equipId: from.equipId, title: own.all?.[0]?.subTitle ?? from.title },
    to: { equipId: target.id, title: others.all?.[0]?.subTitle ?? target.title },
    variables: new Map(proposed.flatMap((each) => (toOf(each) ? [[each.signalId, toOf(each)!] as const] : []))),
  }
  const isRead = own.all !== undefined && others.all !== undefined
  const count = rebinding && isRead ? edit.widgets.filter((each) => movedTo(each, rebinding) !== each).length : 0
  const apply = () => {
    if (!rebinding) return
    edit.onChange((widget) => movedTo(widget, rebinding), 'rebind')
    toast.good(t('replaced', { count, device: target?.title ?? '' }))
    onClose()
  }
  return (
    <div className="rebind">
      <h2>{t('replaceTitle')}</h2>
      <div className="rebind-head">
        <span>{t('replaceNow')}</span>
        <b>{from.title}</b>
        <label htmlFor="rebind-to">{t('replaceBy')}</label>
        <Select<number>
          id="rebind-to"
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('notSelected')}
          options={devices
            .filter(({ id }) => id !== from.equipId)
            .map(({ id, title, subTitle }) => ({ value: id, label: subTitle ? `${title} · ${subTitle}` : title }))}
          {...(to === undefined ? {} : { value: to })}
          onChange={(next) => {
            setTo(next)
            setDecided(new Map())
          }}
        />
        <span>{t('matchBy')}</span>
        <Segmented
          label={t('matchBy')}
          value={way}
          options={(['name', 'address'] as const).map((value) => ({ value, label: t(`${value}_by`) }))}
          onChange={setWay}
        />
      </div>
      <div className="rebind-list" aria-busy={own.isAsking || others.isAsking}>
        {to === undefined && <p>{t('pickDevice')}</p>}
        {isFailed && <p role="alert">{t('loadFailed')}</p>}
        <table aria-label={t('replaceTitle')}>
          <tbody>
            {proposed.map((each) => (
              <Line
                key={each.signalId}
                proposal={each}
                to={toOf(each)}
                others={others.all ?? []}
                onDecide={(next) => setDecided(new Map(decided).set(each.signalId, next))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <span role="status">
          {proposed.length > 0 && t('foundOf', { found: found.length, count: proposed.length })}
        </span>
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
        <PlainAct kind="primary" disabled={count === 0} onClick={apply}>
          {t('apply')}
        </PlainAct>
      </footer>
    </div>
  )
}

type LineProps = {
  proposal: Proposal
  to: Proposal['to']
  others: readonly Variable[]
  onDecide: (to: Variable | null) => void
}

function Line({ proposal, to, others, onDecide }: LineProps) {
  const t = useText(panelText)
  const [isOpen, setOpen] = useState(false)
  const { title, name, address, by, count } = proposal
  const decide = (id: number | undefined) => {
    onDecide(others.find(({ signalId }) => signalId === id) ?? null)
    setOpen(false)
  }
  return (
    <tr data-open={!to || undefined}>
      <td title={address}>
        {title || name}
        <small>{[name !== title && name, address, count > 1 && `× ${count}`].filter(Boolean).join(' · ')}</small>
      </td>
      <td>
        {isOpen ? (
          <Select<number>
            size="small"
            autoFocus
            defaultOpen
            allowClear
            aria-label={t('pickOther')}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('stays')}
            options={others.map((each) => ({ value: each.signalId, label: `${each.title} · ${each.address}` }))}
            {...(to ? { value: to.signalId } : {})}
            onChange={decide}
            onBlur={() => setOpen(false)}
          />
        ) : (
          <button type="button" title={t('pickOther')} onClick={() => setOpen(true)}>
            {to ? to.title : t('stays')}
            <small>{to && [to.name !== to.title && to.name, to.address].filter(Boolean).join(' · ')}</small>
          </button>
        )}
      </td>
      <td>
        <small>{to && by && to.signalId === proposal.to?.signalId ? t(`${by}_by`) : ''}</small>
      </td>
    </tr>
  )
}

type Read = { all: readonly Variable[] | undefined; isAsking: boolean; isFailed: boolean }

/** Loads all variables of a device. */
function useVariables(equipId: number | undefined): Read {
  const { variables } = useSources()
  const { returns } = useLink()
  const [read, setRead] = useState<Read & { of?: number }>({ all: undefined, isAsking: false, isFailed: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after a failure when the platform is back
  useEffect(() => {
    if (equipId === undefined) return undefined
    let isLeft = false
    const show = (next: Read) => !isLeft && setRead({ ...next, of: equipId })
    show({ all: undefined, isAsking: true, isFailed: false })
    variables.ofDevice(equipId).then(
      (all) => show({ all, isAsking: false, isFailed: false }),
      () => show({ all: undefined, isAsking: false, isFailed: true }),
    )
    return () => {
      isLeft = true
    }
  }, [equipId, variables, returns])
  return read.of === equipId ? read : { all: undefined, isAsking: equipId !== undefined, isFailed: false }
}
