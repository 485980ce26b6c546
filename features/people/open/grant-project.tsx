// Accounts and roles that a project is authorised to.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { useText } from '../../../ui/words.ts'
import { queryProjectGrants } from '../grant/contract.ts'
import { Subjects } from '../grant/subjects.tsx'
import { grantText } from '../grant/text.ts'

export function ProjectAccounts({ id, name }: { id: ProjectId; name: string }) {
  const t = useText(grantText)
  const query = useQuery(queryOf(queryProjectGrants, { projectId: id }))
  return (
    <>
      <p className="grant-about">{t('ofProject')}</p>
      <Subjects of={{ projectId: id }} name={name} query={query} about={t('aboutProject')} />
    </>
  )
}
