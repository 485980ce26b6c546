// Departments of the demonstration.
import type { Language } from '../../../contract/errors.ts'
import type { DepartmentId } from '../../../contract/fields.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { addDepartment, queryDepartments } from './contract.ts'

type Words = Record<Language, string>
/** `formerly`: the English name in earlier demonstrations. */
type Named = Words & { formerly?: string }

const departments: readonly (Named & { below?: readonly Named[] })[] = [
  {
    ...{ en: 'Production', 'zh-cn': '生产部' },
    below: [
      // A group of devices is called Treatment, and has another name in Chinese.
      { en: 'Water treatment', 'zh-cn': '净水车间', formerly: 'Treatment' },
      { en: 'Network control', 'zh-cn': '管网调度' },
    ],
  },
  { en: 'Maintenance', 'zh-cn': '设备维护部' },
  { en: 'Administration', 'zh-cn': '综合管理部' },
]

async function run({ call, language }: Demo): Promise<void> {
  const known = await call(queryDepartments, {})
  const ensure = async ({ formerly, ...words }: Named, parentId: DepartmentId | null) => {
    const name = words[language]
    const found = known.find((each) => [name, formerly].includes(each.name) && each.parentId === parentId)
    return found ?? (await call(addDepartment, { name, parentId }))
  }
  for (const { below = [], ...top } of departments) {
    const { id } = await ensure(top, null)
    for (const each of below) await ensure(each, id)
  }
}

const names = departments.flatMap(({ below = [], ...top }) => [top, ...below])

export default { place: 20, run, names } satisfies Seed
