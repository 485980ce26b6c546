// Editable list of departments with their numbers of members; a page, and a view beside the roles.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FilterBox, FilterRow, KeyHint } from '../../../ui/filter-box.tsx'
import { useList } from '../../../ui/list.ts'
import { useMay } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { useReason } from '../../../ui/reason.ts'
import { EmptyState, ErrorState, NoMatch, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Tree } from '../../../ui/tree.tsx'
import { withAncestors } from '../../../ui/tree-rows.ts'
import { useText } from '../../../ui/words.ts'
import { cannotAdd, totals } from '../../device/group/rules.ts'
import { type Department, deleteDepartment, queryDepartments } from './contract.ts'
import { DepartmentForm, type Draft } from './department-form.tsx'
import { departmentText } from './text.ts'

/** `head` renders the page's head with the button that adds a department. */
export function DepartmentList({ head }: { head: (act: ReactNode, count: number | undefined) => ReactNode }) {
  const t = useText(departmentText)
  const reason = useReason()
  const query = useQuery(queryOf(queryDepartments, {}))
  const { data: departments, error, refetch } = query
  const [draft, setDraft] = useState<Draft>()
  const add = (
    <Act
      kind="primary"
      icon="plus"
      may="department:edit"
      why={departments && reason(cannotAdd(departments, null))}
      onClick={() => setDraft({ parentId: null })}
    >
      {t('add')}
    </Act>
  )
  return (
    <>
      {head(add, departments?.length)}
      <Card flush>
        <AsOf query={query} />
        {departments ? (
          departments.length > 0 ? (
            <DepartmentTree departments={departments} onEdit={setDraft} />
          ) : (
            <EmptyState icon="building" isRanged may="department:edit" act={add}>
              {t('about')}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </Card>
      {departments && draft && (
        <DepartmentForm departments={departments} draft={draft} onClose={() => setDraft(undefined)} />
      )}
    </>
  )
}

type TreeProps = { departments: readonly Department[]; onEdit: (draft: Draft) => void }

function DepartmentTree({ departments, onEdit }: TreeProps) {
  const t = useText(departmentText)
  const reason = useReason()
  const { word, setWord, clear } = useList()
  const remove = useRemove()
  const may = useMay()('department:edit')
  const below = totals(departments, new Map(departments.map(({ id, memberCount }) => [id, memberCount])))
  const shown = withAncestors(departments, ({ name }) => name.toLowerCase().includes(word.trim().toLowerCase()))
  const whyKept = ({ id, memberCount }: Department) => {
    if (departments.some(({ parentId }) => parentId === id)) return t('hasBelow')
    return memberCount > 0 && t('hasMembers')
  }
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
          { key: 'name', title: t('name'), cell: ({ name }) => name },
          { key: 'members', title: t('members'), align: 'right', cell: ({ memberCount }) => memberCount },
          { key: 'below', title: t('withBelow'), align: 'right', cell: ({ id }) => below.get(id) },
        ]}
        onEdit={(department) => may && onEdit(department)}
        onAdd={({ id }) => may && !cannotAdd(departments, id) && onEdit({ parentId: id })}
        onDelete={(department) => may && !whyKept(department) && void remove(department)}
        acts={(department) => (
          <>
            <Act
              kind="link"
              may="department:edit"
              why={reason(cannotAdd(departments, department.id))}
              onClick={() => onEdit({ parentId: department.id })}
            >
              {t('addBelow')}
            </Act>
            <Act kind="link" may="department:edit" onClick={() => onEdit(department)}>
              {t('edit')}
            </Act>
            <Act kind="link" may="department:edit" why={whyKept(department)} onClick={() => void remove(department)}>
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
  const t = useText(departmentText)
  const { mutate } = useMutation(mutationOf(deleteDepartment))
  return async ({ id, name }: Department) => {
    const yes = await confirm({ title: t('deleteTitle'), act: t('delete'), target: name, danger: true })
    if (yes) mutate({ id }, { onSuccess: () => toast.good(t('deleted', { name })) })
  }
}
