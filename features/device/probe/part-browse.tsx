// The address space of a PLC as a tree: checked variables are added with name, type and address.
import { Checkbox } from 'antd'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { errorText } from '../../../contract/errors.ts'
import type { DriverId, EquipmentId } from '../../../contract/fields.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatAge } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { useNow } from '../../../ui/use-now.ts'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import '../../../ui/as-of.css'
import '../../../ui/value-text.css'
import './browse.css'
import { browseText } from './browse-text.ts'
import { type Browse, isOld, type Listing, passes, shortAddress } from './children.ts'
import type { BrowsedNode } from './contract.ts'
import { type Children, useBrowse, useChildren } from './use-browse.ts'
import { useGatewayRoad } from './use-probe.ts'

type Chosen = ReadonlyMap<string, BrowsedNode>
type Shared = {
  browse: Browse
  /** True if no known fault prevents the device from responding. */
  isOpen: boolean
  taken: ReadonlySet<string>
  chosen: Chosen
  onTick: (node: BrowsedNode) => void
}

export function BrowseDrawer({
  equipmentId,
  driver,
  plcFault,
  taken,
  room,
  onPick,
  onClose,
}: {
  equipmentId: EquipmentId
  driver: { id: DriverId; name: string }
  /** The error code with which the gateway fails to connect this driver, if known. */
  plcFault: number | undefined
  /** Addresses that are variables already. */
  taken: ReadonlySet<string>
  /** Number of variables that the device may still get. */
  room: number
  onPick: (nodes: BrowsedNode[]) => void
  onClose: () => void
}) {
  const t = useText(browseText)
  const language = useLanguage()
  const road = useGatewayRoad(equipmentId)
  // Faults that need a user are reported in full by the answer to a request.
  const isAway = plcFault !== undefined && passes(plcFault)
  const cause = road.cause ?? (isAway ? errorText(plcFault, language) : undefined)
  const isOpen = cause === undefined
  const browse = useBrowse(equipmentId, driver.id, isOpen)
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
  const shared = { browse, isOpen, taken, chosen, onTick }
  return (
    <SideDrawer open title={t('title', { driver: driver.name })} width={760} onClose={onClose}>
      <div className="browse">
        <p className="browse-about">{t('about')}</p>
        {cause && (
          <p className="as-of browse-cut" role="alert">
            {t('cut', { cause })}
          </p>
        )}
        <div className="browse-line browse-head" aria-hidden="true">
          <span>{t('name')}</span>
          <span>{t('type')}</span>
          <span>{t('value')}</span>
          <span>{t('address')}</span>
        </div>
        <Branch node={undefined} level={0} label={t('tree')} {...shared} />
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

type Place = { level: number; label: string }

/** The children of a node, and their age. */
function Branch({ node, level, label, ...shared }: Shared & Place & { node: string | undefined }) {
  const t = useText(browseText)
  const { browse, isOpen } = shared
  const children = useChildren(browse, node, isOpen)
  const now = useNow()
  const { listing, fault, isBusy, isCut } = children
  const isStale = listing !== undefined && isOld(listing, { now, isHeard: isOpen && !isCut && !fault })
  return (
    <div className="browse-branch" style={{ '--level': level } as CSSProperties}>
      {listing && <ReadAgo listing={listing} isStale={isStale} now={now} isOpen={isOpen} of={children} />}
      <ul aria-label={label} className="browse-nodes">
        {listing?.nodes.map((each) => (
          <Node key={each.address} node={each} level={level} isStale={isStale} {...shared} />
        ))}
      </ul>
      <p className="browse-state" role="status">
        {!listing && !fault && t(isOpen ? 'reading' : 'waiting')}
        {listing?.nodes.length === 0 && t('empty')}
      </p>
      {fault && isOpen && <Faulty of={children} />}
      {listing && listing.next !== null && isOpen && (
        <p className="browse-state">
          <PlainAct kind="link" busy={isBusy} onClick={children.readMore}>
            {t('more')}
          </PlainAct>
        </p>
      )}
    </div>
  )
}

function ReadAgo({
  listing,
  isStale,
  now,
  isOpen,
  of: { isBusy, readAgain },
}: {
  listing: Listing
  isStale: boolean
  now: number
  isOpen: boolean
  of: Children
}) {
  const t = useText(browseText)
  const language = useLanguage()
  return (
    <p className="browse-age">
      <span className={isStale ? 'value-mark' : undefined}>
        {t(isStale ? 'old' : 'readAgo', { age: formatAge(now - listing.askedAt, language) })}
      </span>
      {isOpen && (
        <PlainAct kind="link" busy={isBusy} onClick={readAgain}>
          {t(isBusy ? 'reading' : 'readAgain')}
        </PlainAct>
      )}
    </p>
  )
}

function Faulty({ of: { fault, isBusy, isTriedAgain, readAgain } }: { of: Children }) {
  const t = useText(browseText)
  return (
    <p className="browse-fault">
      <Icon name="alarm" size={14} /> {fault && (fault.code > 0 ? withNote(fault.msg, fault.code) : fault.msg)}{' '}
      {isTriedAgain && <span>{t('retrying')} </span>}
      <PlainAct kind="link" busy={isBusy} onClick={readAgain}>
        {t('again')}
      </PlainAct>
    </p>
  )
}

function Node({ node, level, isStale, ...shared }: Shared & { node: BrowsedNode; level: number; isStale: boolean }) {
  const t = useText(browseText)
  const [isUnfolded, setUnfolded] = useState(false)
  const { name, address, nodeClass, hasChildren } = node
  const fold = hasChildren ? (
    <button
      type="button"
      className="icon-act"
      aria-expanded={isUnfolded}
      aria-label={t(isUnfolded ? 'close' : 'open', { name })}
      onClick={() => setUnfolded(!isUnfolded)}
    >
      <Icon name={isUnfolded ? 'down' : 'right'} size={14} />
    </button>
  ) : (
    <span className="browse-leaf" />
  )
  return (
    <li>
      <div className="browse-line browse-node">
        {nodeClass === 'variable' ? (
          <Variable node={node} fold={fold} isStale={isStale} {...shared} />
        ) : (
          <div className="browse-name">
            {fold}
            <span title={name}>{name}</span>
          </div>
        )}
        <code title={address}>{shortAddress(address)}</code>
      </div>
      {isUnfolded && <Branch node={address} level={level + 1} label={name} {...shared} />}
    </li>
  )
}

function Variable({
  node,
  fold,
  isStale,
  taken,
  chosen,
  onTick,
}: Shared & { node: BrowsedNode; fold: ReactNode; isStale: boolean }) {
  const t = useText(browseText)
  const { name, address, indexed, dataType, typeName, value } = node
  const isTaken = taken.has(address) || (indexed !== undefined && taken.has(indexed))
  const note = isTaken ? t('taken') : dataType ? undefined : t('noType')
  const shown = dataType && value !== undefined ? valueWords(value, { dataType, unit: null }) : undefined
  return (
    <>
      <div className="browse-name">
        {fold}
        <Checkbox checked={isTaken || chosen.has(address)} disabled={note !== undefined} onChange={() => onTick(node)}>
          <span title={name}>{name}</span>
        </Checkbox>
      </div>
      <span className="browse-type" title={typeName}>
        {typeName ?? ''}
      </span>
      <span className="browse-value">
        {note ??
          (shown !== undefined && (
            <span className={isStale ? 'value value-stale' : 'value'} title={shown}>
              <span className="value-number">{shown}</span>
            </span>
          ))}
      </span>
    </>
  )
}
