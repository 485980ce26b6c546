// The demonstration's 3D scene, shown on a page of the intake.
import type { Demo, Seed } from '../../frame/seeding.ts'
import { addScene, queryScenes } from './contract.ts'
import { intakeModel } from './seed-model.ts'

const name = { en: 'Intake station in 3D', 'zh-cn': '取水站 3D' }

async function run({ call }: Demo): Promise<void> {
  if ((await call(queryScenes, {})).some((scene) => scene.name === name.en)) return
  await call(addScene, { name: name.en, model: intakeModel().toString('base64') })
}

export default { place: 9, run, names: [name] } satisfies Seed
