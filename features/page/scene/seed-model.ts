// The demonstration's scene: the intake with its well, two pumps and the raw main. Metres; y is up.
import { glbOf, type Part } from './glb.ts'

const [concrete, steel, machine, dark, water, glass] = [
  [0.5, 0.51, 0.52],
  [0.42, 0.45, 0.48],
  [0.58, 0.6, 0.61],
  [0.1, 0.11, 0.12],
  [0.16, 0.45, 0.62, 0.8],
  [0.7, 0.8, 0.85, 0.22],
] as const

const pipe = (name: string, at: Part['at'], length: number, along: Part['along'], wide = 0.5): Part => ({
  ...{ name, shape: 'cylinder', size: [wide, length, wide], at, colour: steel, metal: 0.4 },
  ...(along ? { along } : {}),
})

/** A pump with its motor; the fan rotates about the shaft. */
function pump(number: number, z: number): Part[] {
  const name = `Pump ${number}`
  const fan = `${name} fan`
  const blade = (turned: boolean): Part => ({
    ...{ name: `${fan} blade ${turned ? 2 : 1}`, shape: 'box', on: fan, at: [0, 0.06, 0], colour: steel },
    size: turned ? [1, 0.06, 0.16] : [0.16, 0.06, 1],
  })
  return [
    { name: `${name} plinth`, shape: 'box', size: [3.4, 0.4, 1.5], at: [0.7, 0.3, z], colour: concrete },
    {
      ...{ name, shape: 'cylinder', size: [1.3, 0.7, 1.3], at: [-0.4, 1.3, z], along: 'x' },
      colour: machine,
      metal: 0.3,
    },
    pipe(`${name} shaft`, [0.3, 1.3, z], 0.4, 'x', 0.2),
    {
      ...{ name: `${name} motor`, shape: 'cylinder', size: [0.95, 1.4, 0.95], at: [0.7, 1.3, z] },
      along: 'x',
      colour: machine,
      metal: 0.3,
    },
    { ...{ name: fan, shape: 'cylinder', size: [0.3, 0.12, 0.3], at: [2.2, 1.3, z], along: 'x' }, colour: dark },
    blade(false),
    blade(true),
    pipe(`${name} suction`, [-3, 1.3, z], 2.6, 'x'),
    pipe(`${name} delivery`, [-0.05, 1.9, z], 1.9, 'y'),
    pipe(`${name} delivery bend`, [-0.05, 3.8, z], 4.05, 'x'),
  ]
}

const parts: readonly Part[] = [
  { name: 'Floor', shape: 'box', size: [17, 0.3, 9], at: [0, 0, 0], colour: concrete },
  { name: 'Well', shape: 'box', size: [4, 4.4, 7], at: [-5, 0.3, 0], colour: glass },
  { name: 'Well water', shape: 'box', size: [3.8, 4.2, 6.8], at: [-5, 0.35, 0], colour: water },
  { name: 'Rake', shape: 'box', size: [0.2, 4.6, 5], at: [-7.2, 0.3, 0], colour: steel, metal: 0.4 },
  ...pump(1, -1.9),
  ...pump(2, 1.9),
  pipe('Raw main header', [4, 3.8, -2.4], 4.8, 'z', 0.7),
  pipe('Raw main', [4, 3.8, 0], 4.4, 'x', 0.7),
  {
    ...{ name: 'Main valve', shape: 'cylinder', size: [1.1, 0.5, 1.1], at: [5.8, 3.8, 0], along: 'x' },
    colour: machine,
    metal: 0.3,
  },
  pipe('Main valve spindle', [6.05, 3.8, 0], 1.3, 'y', 0.16),
]

export const intakeModel = (): Buffer => glbOf(parts)
