// The people of the demonstration. Their generated passwords are discarded: an administrator sets one to sign in as
// them.
import type { Language } from '../../../contract/errors.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { queryDepartments } from '../department/contract.ts'
import { queryRoles } from '../role/contract.ts'
import { type AccountCalls, externalCalls, internalCalls, staffCalls } from './contract.ts'

type Words = Record<Language, string>
type Planned = {
  loginname: string
  name: Words
  role: Words
  department?: Words
  company?: Words
  /** Phone number, from a range that is reserved for fiction. */
  phone?: string
  /** The username of the account in earlier demonstrations. */
  formerly?: string
  isGone?: boolean
}

const operators = { en: 'Operators', 'zh-cn': '值班员' }
const engineers = { en: 'Engineers', 'zh-cn': '工程师' }
const treatment = { en: 'Water treatment', 'zh-cn': '净水车间' }
const control = { en: 'Network control', 'zh-cn': '管网调度' }
const maintenance = { en: 'Maintenance', 'zh-cn': '设备维护部' }

const people: readonly [AccountCalls, readonly Planned[]][] = [
  [
    internalCalls,
    [
      {
        loginname: 'li_wei',
        formerly: 'liwei',
        name: { en: 'Li Wei', 'zh-cn': '李伟' },
        role: operators,
        department: treatment,
        phone: '+12025550101',
      },
      {
        loginname: 'wangfang',
        name: { en: 'Wang Fang', 'zh-cn': '王芳' },
        role: operators,
        department: control,
        phone: '+12025550102',
      },
      {
        loginname: 'zhangmin',
        name: { en: 'Zhang Min', 'zh-cn': '张敏' },
        role: engineers,
        department: maintenance,
        phone: '+12025550103',
      },
      {
        ...{ loginname: 'chenjie', name: { en: 'Chen Jie', 'zh-cn': '陈杰' } },
        role: { en: 'Observers', 'zh-cn': '查看员' },
        department: { en: 'Administration', 'zh-cn': '综合管理部' },
      },
      {
        ...{ loginname: 'zhaolei', name: { en: 'Zhao Lei', 'zh-cn': '赵磊' } },
        ...{ role: operators, department: treatment, isGone: true },
      },
    ],
  ],
  [
    externalCalls,
    [
      {
        ...{ loginname: 'liuyang', name: { en: 'Liu Yang', 'zh-cn': '刘洋' } },
        role: { en: 'Large customers', 'zh-cn': '大用户' },
        company: { en: 'North District Hospital', 'zh-cn': '城北医院' },
      },
    ],
  ],
  [
    staffCalls,
    [
      {
        ...{ loginname: 'heping', name: { en: 'He Ping', 'zh-cn': '何平' } },
        role: { en: 'Support', 'zh-cn': '运维支持' },
      },
    ],
  ],
]

async function run({ call, language }: Demo): Promise<void> {
  const [{ roles }, departments] = [await call(queryRoles, {}), await call(queryDepartments, {})]
  const idOf = <Id>(all: readonly { id: Id; name: string }[], name: Words | undefined): Id | null =>
    all.find((each) => each.name === name?.[language])?.id ?? null
  for (const [calls, planned] of people) {
    const { rows } = await call(calls.query, { pageSize: 200 })
    for (const { loginname, formerly, name, role, department, company, phone, isGone } of planned) {
      if (rows.some((row) => row.loginname === loginname || row.loginname === formerly)) continue
      const placed = { roleId: idOf(roles, role), departmentId: idOf(departments, department) }
      const person = { loginname, name: name[language], company: company?.[language], phone, ...placed }
      const { id } = await call(calls.add, person)
      if (isGone) await call(calls.disable, { id })
    }
  }
}

const names = people.flatMap(([, planned]) => planned.flatMap(({ name, company }) => [name, company ?? []].flat()))

export default { place: 22, run, names } satisfies Seed
