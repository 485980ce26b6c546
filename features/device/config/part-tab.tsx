// The tab of a part of a device's configuration: a list of items, or the editor of the item in the URL. [S2 tabs of the
// editor] For use by the rooms of parts, like every file named part-*.
import { type ReactNode, useState } from 'react'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { Act } from '../../../ui/act.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { type Search, usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useConfig } from '../open/config-query.ts'
import type { Head } from './part-editing.ts'

type Of<Begun> = {
  list: (head: Head) => ReactNode
  /** The initial editing state; undefined if the item in the URL was deleted. */
  beginning: (config: EquipmentConfig, search: Search) => Begun | undefined
  editor: (begun: Begun, open: { newest: Head; onClose: () => void }) => ReactNode
  icon: IconName
  /** Text for a deleted item, and the link back. */
  gone: string
  toList: string
}

/** The tab of a part. The parameters `edit`, `copy` and `add` of the URL open its editor. */
export function PartTab<Begun extends object>({ info, ...of }: Of<Begun> & { info: EquipmentInfo }) {
  const { path, search, go } = usePlace()
  const query = useConfig(info.id)
  const { data } = query
  if (!data) {
    const { error, refetch } = query
    return <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
  }
  if (!search.edit && !search.add && !search.copy) return of.list(data)
  return <Opened key={JSON.stringify(search)} newest={data} onClose={() => go(withSearch(path, {}))} {...of} />
}

/** Opens the item in the URL once: when another user deletes it, the editor stays. */
function Opened<Begun extends object>({
  newest,
  onClose,
  beginning,
  editor,
  icon,
  gone,
  toList,
}: Of<Begun> & { newest: Head; onClose: () => void }) {
  const { search } = usePlace()
  const [begun] = useState(() => beginning(newest.config, search))
  if (begun) return editor(begun, { newest, onClose })
  return <PartGuide icon={icon} text={gone} act={toList} onAct={onClose} />
}

/** Shown instead of an empty list: the reason, and the next step. */
export function PartGuide({
  icon,
  text,
  act,
  onAct,
}: {
  icon: IconName
  text: string
  act: string
  onAct: () => void
}) {
  return (
    <Card>
      <EmptyState
        icon={icon}
        act={
          <Act kind="primary" onClick={onAct}>
            {act}
          </Act>
        }
      >
        {text}
      </EmptyState>
    </Card>
  )
}
