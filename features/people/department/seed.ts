// Departments of the demonstration.
import type { Language } from '../../../contract/errors.ts'
import type { DepartmentId } from '../../../contract/fields.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { addDepartment, queryDepartments } from './contract.ts'

type Named = Record<Language, string> & { below?: readonly Record<Language, string>[] }

const departments: readonly Named[] = [
  {
    ...{ en: 'Production', 'zh-cn': '生产部' },
    below: [
      { en: 'Treatment', 'zh-cn': '净水车间' },
      { en: 'Network control', 'zh-cn': '管网调度' },
    ],
  },
  { en: 'Maintenance', 'zh-cn': '设备维护部' },
  { en: 'Administration', 'zh-cn': '综合管理部' },
]

async function run({ call, language }: Demo): Promise<void> {
  const known = await call(queryDepartments, {})
  const ensure = async (name: string, parentId: DepartmentId | null) =>
    known.find((each) => each.name === name && each.parentId === parentId) ??
    (await call(addDepartment, { name, parentId }))
  for (const { below = [], ...top } of departments) {
    const { id } = await ensure(top[language], null)
    for (const name of below) await ensure(name[language], id)
  }
}

export default { place: 20, run } satisfies Seed
