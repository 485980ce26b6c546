// Groups of devices as a tree. [S2 /manage/eg/group] The pattern of a page: query, header, list, drawer, confirm.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FilterBox, FilterRow, KeyHint } from '../../../ui/filter-box.tsx'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { useReason } from '../../../ui/reason.ts'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Tree } from '../../../ui/tree.tsx'
import { withAncestors } from '../../../ui/tree-rows.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { deleteGroup, type Group, queryGroups } from './contract.ts'
import { type Draft, GroupForm } from './group-form.tsx'
import { cannotAdd, totals } from './rules.ts'
import { groupText } from './text.ts'

export default function GroupPage() {
  const t = useText(groupText)
  const reason = useReason()
  const { data: groups, error, refetch } = useQuery(queryOf(queryGroups, {}))
  const [draft, setDraft] = useState<Draft>()
  const add = (
    <Act
      kind="primary"
      icon="plus"
      may="group:edit"
      why={groups && reason(cannotAdd(groups, null))}
      onClick={() => setDraft({ parentId: null })}
    >
      {t('add')}
    </Act>
  )
  return (
    <>
      <PageHeader title={t('title')} count={groups?.length}>
        {add}
      </PageHeader>
      <Card flush>
        {groups ? (
          groups.length > 0 ? (
            <GroupTree groups={groups} onEdit={setDraft} />
          ) : (
            <EmptyState icon="group" isRanged may="group:edit" act={add}>
              {t('about')}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </Card>
      {groups && draft && <GroupForm groups={groups} draft={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}

function GroupTree({ groups, onEdit }: { groups: readonly Group[]; onEdit: (draft: Draft) => void }) {
  const t = useText(groupText)
  const reason = useReason()
  const shownName = useName()
  const { word, setWord, clear } = useList()
  const remove = useRemove()
  const may = useMay()('group:edit')
  const below = totals(groups, new Map(groups.map(({ id, equipmentCount }) => [id, equipmentCount])))
  const shown = withAncestors(groups, ({ name }) =>
    `${name}\n${shownName(name)}`.toLowerCase().includes(word.trim().toLowerCase()),
  )
  const hasSubgroups = ({ id }: Group) => groups.some(({ parentId }) => parentId === id)
  return (
    <>
      <FilterRow>
        <FilterBox word={word} onWord={setWord} placeholder={t('search')} />
        <KeyHint>{t('keys')}</KeyHint>
      </FilterRow>
      <Tree
        label={t('title')}
        nodes={shown}
        columns={[
          { key: 'name', title: t('name'), cell: ({ name }) => shownName(name) },
          {
            key: 'devices',
            title: t('devices'),
            align: 'right',
            cell: ({ id, equipmentCount: count }) =>
              count > 0 ? <Go to={`/manage/eg/equipment/list?group=${id}`}>{count}</Go> : count,
          },
          { key: 'below', title: t('withBelow'), align: 'right', cell: ({ id }) => below.get(id) },
        ]}
        onEdit={(group) => may && onEdit(group)}
        onAdd={({ id }) => may && !cannotAdd(groups, id) && onEdit({ parentId: id })}
        onDelete={(group) => may && !hasSubgroups(group) && void remove(group)}
        acts={(group) => (
          <>
            <Act
              kind="link"
              may="group:edit"
              why={reason(cannotAdd(groups, group.id))}
              onClick={() => onEdit({ parentId: group.id })}
            >
              {t('addBelow')}
            </Act>
            <Act kind="link" may="group:edit" onClick={() => onEdit(group)}>
              {t('edit')}
            </Act>
            <Act
              kind="link"
              may="group:edit"
              why={hasSubgroups(group) && t('hasSubgroups')}
              onClick={() => void remove(group)}
            >
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
function useRemove() {
  const t = useText(groupText)
  const { mutate } = useMutation(mutationOf(deleteGroup))
  const shown = useName()
  return async ({ id, name: given, equipmentCount: count }: Group) => {
    const name = shown(given)
    const note = count > 0 ? t('deleteNote', { count }) : t('deleteEmpty')
    const yes = await confirm({ title: t('deleteTitle'), act: t('delete'), target: name, note, danger: true })
    if (yes) mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
}
