// The page of the department tree. [S2 /manage/orgal/dept]
import { PageHeader } from '../../../ui/page-header.tsx'
import { useText } from '../../../ui/words.ts'
import { DepartmentList } from './part-departments.tsx'
import { departmentText } from './text.ts'

export default function DepartmentPage() {
  const t = useText(departmentText)
  return (
    <DepartmentList
      head={(acts, count) => (
        <PageHeader title={t('title')} count={count}>
          {acts}
        </PageHeader>
      )}
    />
  )
}
