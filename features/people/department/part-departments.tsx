// Departments with their numbers of members as an editable tree. [S2 /manage/orgal/dept] A page, and a view beside the
// roles.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { useText } from '../../../ui/words.ts'
import { TreeList } from '../../frame/tree-list.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { addDepartment, deleteDepartment, editDepartment, queryDepartments } from './contract.ts'
import { departmentText } from './text.ts'

/**
 * The list of departments. `head` renders the page's head with the button that adds a department; by default title and
 * number.
 */
export function DepartmentList({ head }: { head?: (act: ReactNode) => ReactNode }) {
  const t = useText(departmentText)
  return (
    <TreeList
      text={departmentText}
      may="department:edit"
      icon="building"
      maxName={limits.departmentNameLength}
      query={useQuery(queryOf(queryDepartments, {}))}
      add={useMutation(formOf(addDepartment)).mutateAsync}
      edit={useMutation(formOf(editDepartment)).mutateAsync}
      remove={useMutation(mutationOf(deleteDepartment)).mutate}
      nameOf={useName()}
      own={{ title: t('members'), count: ({ memberCount }) => memberCount }}
      whyKept={({ memberCount }, hasChildren) => (hasChildren ? t('hasBelow') : memberCount > 0 && t('hasMembers'))}
      head={head}
    />
  )
}

export default DepartmentList
