import { above, below, type Category, left, right, symbol, through } from './symbol.ts'

export default {
  key: 'pipes',
  name: { en: 'Pipes and fittings', 'zh-cn': '管道与管件' },
  symbols: [
    symbol('pipe', 'Pipe', '管道', { pipe: 'M0 24H48' }, { ports: through() }),
    symbol(
      'flowPipe',
      'Pipe with flow',
      '带流向管道',
      { pipe: 'M0 24H48', dot: 'M19 18L30 24L19 30Z' },
      { ports: through() },
    ),
    symbol('elbow', 'Elbow', '弯头', { pipe: 'M0 24H24V48' }, { ports: [left(24), below(24)] }),
    symbol('tee', 'Tee', '三通', { pipe: ['M0 24H48', 'M24 24V48'] }, { ports: [...through(), below(24)] }),
    symbol(
      'cross',
      'Cross',
      '四通',
      { pipe: ['M0 24H48', 'M24 0V48'] },
      { ports: [...through(), above(24), below(24)] },
    ),
    symbol(
      'reducer',
      'Reducer',
      '变径',
      { pipe: ['M0 24H12', 'M36 24H48'], plain: 'M12 14L36 19V29L12 34Z' },
      { ports: through() },
    ),
    symbol('flange', 'Flange', '法兰', { pipe: 'M0 24H48', line: 'M22 12V36M26 12V36' }, { ports: through() }),
    symbol(
      'compensator',
      'Compensator',
      '补偿器',
      {
        pipe: ['M0 24H10', 'M38 24H48'],
        line: 'M10 14V34M38 14V34M10 18c4-5 6-5 7 0s6 5 7 0s6-5 7 0s4 4 7 0M10 30c4 5 6 5 7 0s6-5 7 0s6 5 7 0s4-4 7 0',
      },
      { ports: through() },
    ),
    symbol('blind', 'Blind end', '盲板', { pipe: 'M0 24H30', line: 'M30 12V36M34 12V36' }, { ports: [left(24)] }),
    symbol('drain', 'Drain', '排水', { pipe: 'M24 0V24', line: 'M10 24H38L24 42Z' }, { ports: [above(24)] }),
    symbol('vent', 'Vent', '放空', { pipe: 'M24 48V14', line: 'M16 14a8 8 0 0 1 16 0' }, { ports: [below(24)] }),
    symbol('inlet', 'Inlet', '进口', { plain: 'M4 12H32L46 24L32 36H4Z' }, { ports: [right(24)] }),
    symbol('outlet', 'Outlet', '出口', { plain: 'M2 12H30L44 24L30 36H2L14 24Z' }, { ports: [left(24)] }),
  ],
} satisfies Category
