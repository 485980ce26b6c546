// What a PLC has, as a tree: variables are ticked and taken over with their name, type and address.
import { Checkbox } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { DriverId, EquipmentId } from '../../contract/fields.ts'
import { SideDrawer } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import './browse.css'
import { browseText } from './browse-text.ts'
import type { BrowsedNode } from './contract.ts'
import { type Browse, type Browsed, useBrowse } from './use-browse.ts'

type Chosen = ReadonlyMap<string, BrowsedNode>
type Shared = { browse: Browse; taken: ReadonlySet<string>; chosen: Chosen; onTick: (node: BrowsedNode) => void }

export function BrowseDrawer({
  equipmentId,
  driver,
  taken,
  room,
  onPick,
  onClose,
}: {
  equipmentId: EquipmentId
  driver: { id: DriverId; name: string }
  /** Addresses that are variables already. */
  taken: ReadonlySet<string>
  /** How many more variables the device may have. */
  room: number
  onPick: (nodes: BrowsedNode[]) => void
  onClose: () => void
}) {
  const t = useText(browseText)
  const browse = useBrowse(equipmentId, driver.id)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const onTick = (node: BrowsedNode) => {
    const next = new Map(chosen)
    if (!next.delete(node.address)) next.set(node.address, node)
    setChosen(next)
  }
  const add = () => {
    onPick([...chosen.values()])
    onClose()
  }
  const isTooMany = chosen.size > room
  return (
    <SideDrawer open title={t('title', { driver: driver.name })} width={620} onClose={onClose}>
      <div className="browse">
        <p className="browse-about">{t('about')}</p>
        <Children node={undefined} browse={browse} taken={taken} chosen={chosen} onTick={onTick} label={t('tree')} />
        <div className="browse-acts">
          <PlainAct kind="primary" disabled={chosen.size === 0 || isTooMany} onClick={add}>
            {t('add', { count: chosen.size })}
          </PlainAct>
          <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
          {isTooMany && <span className="browse-fault">{t('tooMany', { count: room })}</span>}
        </div>
      </div>
    </SideDrawer>
  )
}

/** The children of a node, read when they are first shown. */
function Children({ node, label, ...shared }: Shared & { node: string | undefined; label: string }) {
  const t = useText(browseText)
  const [nodes, setNodes] = useState<BrowsedNode[]>([])
  const [last, setLast] = useState<Browsed>()
  const { browse } = shared
  const take = (answer: Browsed) => {
    setLast(answer)
    if ('nodes' in answer) setNodes((before) => [...before, ...answer.nodes])
  }
  const read = (from: number) => {
    setLast(undefined)
    void browse(node, from).then(take)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each node
  useEffect(() => {
    let isShown = true
    void browse(node, 0).then((answer) => isShown && take(answer))
    return () => {
      isShown = false
    }
  }, [node])
  return (
    <>
      <ul aria-label={label} className="browse-nodes">
        {nodes.map((each) => (
          <Node key={each.address} node={each} {...shared} />
        ))}
      </ul>
      <p className="browse-state" role="status">
        {!last && t('reading')}
        {last && 'nodes' in last && nodes.length === 0 && t('empty')}
      </p>
      {last && 'fault' in last && (
        <p className="browse-fault">
          <Icon name="alarm" size={14} /> {last.fault}{' '}
          <PlainAct kind="link" onClick={() => read(nodes.length)}>
            {t('again')}
          </PlainAct>
        </p>
      )}
      {last && 'nodes' in last && last.next !== null && (
        <PlainAct kind="link" onClick={() => read(last.next!)}>
          {t('more')}
        </PlainAct>
      )}
    </>
  )
}

function Node({ node, ...shared }: Shared & { node: BrowsedNode }) {
  const t = useText(browseText)
  const [isOpen, setOpen] = useState(false)
  const { name, address, nodeClass, hasChildren } = node
  return (
    <li>
      <div className="browse-node">
        {hasChildren ? (
          <button
            type="button"
            className="icon-act"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'close' : 'open', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
          </button>
        ) : (
          <span className="browse-leaf" />
        )}
        {nodeClass === 'variable' ? <Variable node={node} {...shared} /> : <span>{name}</span>}
        <code title={address}>{address}</code>
      </div>
      {isOpen && <Children node={address} label={name} {...shared} />}
    </li>
  )
}

function Variable({ node, taken, chosen, onTick }: Shared & { node: BrowsedNode }): ReactNode {
  const t = useText(browseText)
  const { name, address, dataType, typeName, value } = node
  const isTaken = taken.has(address)
  const note = isTaken ? t('taken') : dataType ? undefined : t('noType')
  return (
    <>
      <Checkbox checked={isTaken || chosen.has(address)} disabled={note !== undefined} onChange={() => onTick(node)}>
        {name}
      </Checkbox>
      <span className="browse-type">{typeName ?? ''}</span>
      <span className="browse-value">
        {note ?? (dataType && value !== undefined ? valueWords(value, { dataType, unit: null }) : '')}
      </span>
    </>
  )
}
