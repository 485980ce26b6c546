// Groups of devices as a tree. [S2 /manage/eg/group] The pattern of a page: query, mutations, texts; features/frame/tree-list.tsx draws them.
import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, mutationOf, queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Go } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { TreeList } from '../../frame/tree-list.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { addGroup, deleteGroup, editGroup, queryGroups } from './contract.ts'
import { groupText } from './text.ts'

export default function GroupPage() {
  const t = useText(groupText)
  return (
    <TreeList
      text={groupText}
      may="group:edit"
      icon="group"
      maxName={limits.groupNameLength}
      query={useQuery(queryOf(queryGroups, {}))}
      add={useMutation(formOf(addGroup)).mutateAsync}
      edit={useMutation(formOf(editGroup)).mutateAsync}
      remove={useMutation(mutationOf(deleteGroup)).mutate}
      nameOf={useName()}
      own={{
        title: t('devices'),
        count: ({ equipmentCount }) => equipmentCount,
        cell: ({ id, equipmentCount: count }) =>
          count > 0 ? <Go to={`/manage/eg/equipment/list?group=${id}`}>{count}</Go> : count,
      }}
      whyKept={(_, hasChildren) => hasChildren && t('hasSubgroups')}
      deleteNote={({ equipmentCount: count }) => (count > 0 ? t('deleteNote', { count }) : t('deleteEmpty'))}
    />
  )
}
