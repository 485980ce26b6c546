// Adds another enterprise to the demonstration: a neighbour that sees some of the works' devices as a guest.
import type { Language } from '../../../contract/errors.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { addEnterprise, queryEnterprises } from './contract.ts'

const loginname = 'brewery'
/** The operator cannot translate the names of its customers: they are given in both languages. */
const words: Record<Language, { name: string; accountName: string; contact: string; address: string }> = {
  en: {
    name: 'Riverside Brewery 滨江酿造',
    accountName: 'Zhou Ping 周平',
    contact: 'Zhou Ping 周平',
    address: '18 Riverside Road, Hangzhou',
  },
  'zh-cn': {
    name: '滨江酿造 Riverside Brewery',
    accountName: '周平 Zhou Ping',
    contact: '周平 Zhou Ping',
    address: '杭州市滨江路 18 号',
  },
}

async function run({ call, language }: Demo): Promise<void> {
  const { total } = await call(queryEnterprises, { keyword: loginname })
  if (total === 0) await call(addEnterprise, { ...words[language], loginname, maxInternal: 20, maxExternal: 20 })
}

export default { place: 23, run } satisfies Seed
