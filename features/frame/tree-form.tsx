// Adds an object of a tree, or renames and moves one. Impossible parents are listed with their reason, not omitted.
import { useMemo } from 'react'
import { pathsOf, withDescendants } from '../../core/tree-rules.ts'
import { NumberField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { withNote } from '../../ui/punctuation.ts'
import { useReason } from '../../ui/reason.ts'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { useTranslationNote } from '../platform/open/translation-note.tsx'
import { cannotAdd, cannotMove } from './tree-place.ts'
import { asGiven, type TreeDraft, type TreeItem, type TreeRoom, type TreeTranslate } from './tree-room.ts'
import { treeText } from './tree-text.ts'

type Values = { name: string; parentId: number; sort?: number }

// The value of the top level in the select, which cannot hold null.
const top = 0

type Props<N extends TreeItem> = {
  room: TreeRoom<N>
  words: TreeTranslate
  nodes: readonly N[]
  draft: TreeDraft<N>
  onClose: () => void
}

/** The drawer of one object; closes after saving. */
export function TreeForm<N extends TreeItem>({ room, words, nodes, draft, onClose }: Props<N>) {
  const t = useText(treeText)
  const node = 'id' in draft ? draft : undefined
  const note = useTranslationNote(node?.name)
  const save = ({ parentId, ...values }: Values) => {
    const place = { ...values, parentId: parentId === top ? null : parentId }
    return node ? room.edit({ ...place, id: node.id }) : room.add(place)
  }
  return (
    <FormDrawer<Values, N>
      open
      title={node ? t('editTitle') : words('add')}
      initial={{ name: node?.name ?? '', parentId: draft.parentId ?? top, ...(node ? { sort: node.sort } : {}) }}
      onSubmit={save}
      onDone={({ name }) => toast.good(words(node ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} required max={room.maxName} note={note} />
      <SelectField name="parentId" label={words('below')} options={usePlaces(nodes, node, room.nameOf)} />
      {node && <NumberField name="sort" label={t('sort')} min={0} digits={0} note={words('sortNote')} />}
    </FormDrawer>
  )
}

/** The possible parents; impossible ones with their reason. */
function usePlaces<N extends TreeItem>(nodes: readonly N[], node: N | undefined, nameOf = asGiven) {
  const t = useText(treeText)
  const reason = useReason()
  const paths = useMemo(() => pathsOf(nodes.map((each) => ({ ...each, name: nameOf(each.name) }))), [nodes, nameOf])
  const own = node ? withDescendants<number>(nodes, node.id) : new Set<number>()
  const place = (id: number | null, label: string) => {
    const fault = node ? cannotMove(nodes, node.id, id) : cannotAdd(nodes, id)
    const why = id !== null && own.has(id) ? t('itself') : reason(fault)
    return { value: id ?? top, label: why ? withNote(label, why) : label, disabled: !!why }
  }
  return [place(null, t('top')), ...[...paths].map(([id, path]) => place(id, path))]
}
