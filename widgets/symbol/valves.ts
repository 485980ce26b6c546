import { above, below, type Category, circle, ellipse, onGround, rect, stubs, symbol, through } from './symbol.ts'

const pair = { line: stubs(9, 39), body: 'M9 14.5V33.5L39 14.5V33.5Z', shut: 'M24 13V35' }
/** A body that is drawn lower than usual, with room for an actuator above it. */
const low = { body: 'M9 20V39L39 20V39Z', shut: 'M24 19V40' }
const lowStubs = stubs(9, 39, 29.5)
const lowPorts = through(29.5)

export default {
  key: 'valves',
  name: { en: 'Valves and actuators', 'zh-cn': '阀门与执行器' },
  symbols: [
    symbol('valve', 'Gate valve', '闸阀', pair, { ports: through() }),
    symbol(
      'globeValve',
      'Globe valve',
      '截止阀',
      { ...pair, plain: circle(24, 24, 5), dot: circle(24, 24, 3) },
      { ports: through() },
    ),
    symbol('ballValve', 'Ball valve', '球阀', { ...pair, plain: circle(24, 24, 6.5) }, { ports: through() }),
    symbol('needleValve', 'Needle valve', '针阀', { ...pair, glyph: 'M21 14H27L24 30Z' }, { ports: through() }),
    symbol('plugValve', 'Plug valve', '旋塞阀', { ...pair, plain: rect(20, 17, 8, 14) }, { ports: through() }),
    symbol(
      'butterflyValve',
      'Butterfly valve',
      '蝶阀',
      {
        line: [stubs(11, 37), 'M11 13V35M37 13V35'],
        body: 'M13.6 33.4C9.5 28.3 29.2 9.5 34.4 14.6C38.5 19.7 18.8 38.5 13.6 33.4Z',
        glyphDot: circle(24, 24, 1.8),
        shut: 'M24 11V37',
      },
      { ports: through() },
    ),
    symbol(
      'diaphragmValve',
      'Diaphragm valve',
      '隔膜阀',
      { ...low, line: [lowStubs, 'M12 22a12 9 0 0 1 24 0', 'M24 13V8M18 8H30'] },
      { ports: lowPorts },
    ),
    symbol(
      'pinchValve',
      'Pinch valve',
      '管夹阀',
      {
        line: [stubs(9, 39), 'M9 14.5c10 0 10 6 15 6s5-6 15-6M9 33.5c10 0 10-6 15-6s5 6 15 6'],
        body: 'M9 14.5c10 0 10 6 15 6s5-6 15-6V33.5c-10 0-10-6-15-6s-5 6-15 6Z',
      },
      { ports: through() },
    ),
    symbol(
      'checkValve',
      'Check valve',
      '止回阀',
      {
        line: [stubs(9, 39), 'M13 8H33M29.5 4.8L33 8L29.5 11.2'],
        plain: 'M9 14.5V33.5L39 14.5V33.5Z',
        dot: 'M9 14.5V33.5L24 24Z',
      },
      { ports: through() },
    ),
    symbol(
      'threeWayValve',
      'Three-way valve',
      '三通阀',
      {
        line: [stubs(9, 39), 'M24 41V48'],
        body: ['M9 14.5V33.5L39 14.5V33.5Z', 'M24 24L15 41H33Z'],
        shut: 'M24 13V35',
      },
      { ports: [...through(), below(24)] },
    ),
    symbol(
      'fourWayValve',
      'Four-way valve',
      '四通阀',
      {
        line: [stubs(9, 39), 'M24 0V7M24 41V48'],
        body: ['M9 14.5V33.5L39 14.5V33.5Z', 'M24 24L15 41H33Z', 'M24 24L15 7H33Z'],
      },
      { ports: [...through(), above(24), below(24)] },
    ),
    symbol(
      'angleValve',
      'Angle valve',
      '角阀',
      { line: 'M0 24H7M24 41V48', body: ['M24 24L7 15V33Z', 'M24 24L15 41H33Z'], shut: 'M17 13L31 31' },
      { ports: [...through().slice(0, 1), below(24)] },
    ),
    symbol(
      'safetyValve',
      'Safety valve',
      '安全阀',
      {
        line: ['M20 48V42M38 24H48', 'M20 24V4M15 19l10-3M15 14.5l10-3M15 10l10-3'],
        body: ['M20 24L11 42H29Z', 'M20 24L38 15V33Z'],
      },
      { ports: [below(20), ...through().slice(1)] },
    ),
    symbol(
      'reducingValve',
      'Pressure reducing valve',
      '减压阀',
      { line: [lowStubs, 'M34 14H44V29.5', 'M24 29.5V18'], ...low, plain: 'M14 18a10 9 0 0 1 20 0Z' },
      { ports: lowPorts },
    ),
    symbol(
      'handValve',
      'Hand valve',
      '手动阀',
      { line: [lowStubs, 'M24 29.5V11M14 11H34'], ...low },
      { ports: lowPorts },
    ),
    symbol(
      'motorValve',
      'Motor valve',
      '电动阀',
      { line: [lowStubs, 'M24 29.5V18'], ...low, plain: circle(24, 10.5, 8) },
      { ports: lowPorts, texts: [onGround('M', 14.2, 10.5)] },
    ),
    symbol(
      'controlValve',
      'Control valve',
      '调节阀',
      { line: [lowStubs, 'M24 29.5V15'], ...low, plain: 'M13 15a11 10.5 0 0 1 22 0Z' },
      { ports: lowPorts },
    ),
    symbol(
      'solenoidValve',
      'Solenoid valve',
      '电磁阀',
      { line: [lowStubs, 'M24 29.5V17'], ...low, plain: rect(16, 3, 16, 14) },
      { ports: lowPorts, texts: [onGround('S', 13.8, 10.5)] },
    ),
    symbol(
      'pistonValve',
      'Cylinder valve',
      '气缸阀',
      { line: [lowStubs, 'M24 29.5V11'], ...low, plain: rect(13, 3, 22, 14), dot: 'M13 9.2H35V10.8H13Z' },
      { ports: lowPorts },
    ),
    symbol(
      'floatValve',
      'Float valve',
      '浮球阀',
      { line: [lowStubs, 'M24 29.5V14M24 14H36'], ...low, plain: circle(40, 14, 5) },
      { ports: lowPorts },
    ),
    symbol(
      'rotaryValve',
      'Rotary valve',
      '旋转阀',
      {
        line: 'M24 0V8M24 40V48',
        body: circle(24, 24, 16),
        glyphLine: 'M24 8V40M8 24H40M12.7 12.7L35.3 35.3M35.3 12.7L12.7 35.3',
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'slideGate',
      'Slide gate',
      '插板阀',
      { line: [stubs(16, 32), 'M16 10V38M32 10V38M24 10V2M18 2H30'], body: rect(20, 10, 8, 28), shut: 'M24 8V40' },
      { ports: through() },
    ),
    symbol('sluice', 'Sluice gate', '闸门', {
      line: ['M12 2V46M36 2V46', 'M24 16V6M17 6H31'],
      body: rect(12, 16, 24, 18),
      glyphLine: 'M12 25H36',
    }),
    symbol(
      'weir',
      'Adjustable weir',
      '调节堰',
      { line: 'M4 20V46H44V20M24 26V4M18 4H30', body: rect(6, 26, 36, 10), liquid: rect(6, 36, 36, 9) },
      { ports: through() },
    ),
    symbol(
      'hydrant',
      'Hydrant',
      '消火栓',
      {
        line: 'M24 40V48M14 42H34',
        body: 'M16 40V16a8 8 0 0 1 16 0V40Z',
        glyphLine: ellipse(24, 22, 4, 4),
        plain: rect(10, 19, 6, 8),
      },
      { ports: [below(24)] },
    ),
  ],
} satisfies Category
