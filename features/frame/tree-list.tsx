// An editable tree of named objects: list, filter, form and deletion; empty, loading, error and refused states included.
import { useState } from 'react'
import { totals } from '../../core/tree-rules.ts'
import { Act } from '../../ui/act.tsx'
import { AsOf } from '../../ui/as-of.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { FilterBox, FilterRow, KeyHint } from '../../ui/filter-box.tsx'
import { useList } from '../../ui/list.ts'
import { useMay } from '../../ui/me.ts'
import { Card, PageHeader } from '../../ui/page-header.tsx'
import { useReason } from '../../ui/reason.ts'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tree } from '../../ui/tree.tsx'
import { withAncestors } from '../../ui/tree-rows.ts'
import { type Text, useText } from '../../ui/words.ts'
import { TreeForm } from './tree-form.tsx'
import { cannotAdd } from './tree-place.ts'
import {
  asGiven,
  type TreeDraft,
  type TreeItem,
  type TreeRoom,
  type TreeTranslate,
  type TreeWords,
  useTreeWords,
} from './tree-room.ts'
import { treeText } from './tree-text.ts'

/** The page of an editable tree: `<TreeList text={groupText} may="group:edit" … />`. */
export function TreeList<N extends TreeItem, W extends TreeWords>({ text, ...room }: TreeRoom<N> & { text: Text<W> }) {
  const words = useTreeWords(text)
  const reason = useReason()
  const [draft, setDraft] = useState<TreeDraft<N>>()
  const { data: nodes, error, refetch } = room.query
  const add = (
    <Act
      kind="primary"
      icon="plus"
      may={room.may}
      why={nodes && reason(cannotAdd(nodes, null))}
      onClick={() => setDraft({ parentId: null })}
    >
      {words('add')}
    </Act>
  )
  return (
    <>
      {room.head ? (
        room.head(add, nodes?.length)
      ) : (
        <PageHeader title={words('title')} count={nodes?.length}>
          {add}
        </PageHeader>
      )}
      <Card flush>
        <AsOf query={room.query} />
        {nodes ? (
          nodes.length > 0 ? (
            <Nodes room={room} words={words} nodes={nodes} onEdit={setDraft} />
          ) : (
            <EmptyState icon={room.icon} isRanged may={room.may} act={add}>
              {words('about')}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </Card>
      {nodes && draft && (
        <TreeForm room={room} words={words} nodes={nodes} draft={draft} onClose={() => setDraft(undefined)} />
      )}
    </>
  )
}

type NodesProps<N extends TreeItem> = {
  room: TreeRoom<N>
  words: TreeTranslate
  nodes: readonly N[]
  onEdit: (draft: TreeDraft<N>) => void
}

function Nodes<N extends TreeItem>({ room, words, nodes, onEdit }: NodesProps<N>) {
  const t = useText(treeText)
  const reason = useReason()
  const { own, nameOf = asGiven } = room
  const { word, setWord, clear } = useList()
  const remove = useRemove(room, words)
  const may = useMay()(room.may)
  const below = totals(nodes, new Map(nodes.map((node) => [node.id, own.count(node)])))
  const parents = new Set(nodes.map(({ parentId }) => parentId))
  const whyKept = (node: N) => room.whyKept(node, parents.has(node.id))
  const shown = withAncestors(nodes, ({ name }) =>
    `${name}\n${nameOf(name)}`.toLowerCase().includes(word.trim().toLowerCase()),
  )
  return (
    <>
      <FilterRow>
        <FilterBox word={word} onWord={setWord} placeholder={words('search')} />
        <KeyHint>{words('keys')}</KeyHint>
      </FilterRow>
      <Tree
        label={words('title')}
        nodes={shown}
        columns={[
          { key: 'name', title: t('name'), cell: ({ name }) => nameOf(name) },
          { key: 'own', title: own.title, align: 'right', cell: own.cell ?? own.count },
          { key: 'below', title: words('withBelow'), align: 'right', cell: ({ id }) => below.get(id) },
        ]}
        onEdit={(node) => may && onEdit(node)}
        onAdd={({ id }) => may && !cannotAdd(nodes, id) && onEdit({ parentId: id })}
        onDelete={(node) => may && !whyKept(node) && void remove(node)}
        acts={(node) => (
          <>
            <Act
              kind="link"
              may={room.may}
              why={reason(cannotAdd(nodes, node.id))}
              onClick={() => onEdit({ parentId: node.id })}
            >
              {words('addBelow')}
            </Act>
            <Act kind="link" may={room.may} onClick={() => onEdit(node)}>
              {t('edit')}
            </Act>
            <Act kind="link" may={room.may} why={whyKept(node)} onClick={() => void remove(node)}>
              {t('delete')}
            </Act>
          </>
        )}
      />
      {shown.length === 0 && <NoMatch onClear={clear} />}
    </>
  )
}

/** Asks for confirmation, deletes, shows a message. */
function useRemove<N extends TreeItem>({ nameOf = asGiven, deleteNote, remove }: TreeRoom<N>, words: TreeTranslate) {
  const t = useText(treeText)
  return async (node: N) => {
    const name = nameOf(node.name)
    const question = { title: words('deleteTitle'), act: t('delete'), target: name, note: deleteNote?.(node) }
    if (await confirm({ ...question, danger: true }))
      remove({ id: node.id }, { onSuccess: () => toast.good(words('deleted', { name })) })
  }
}
