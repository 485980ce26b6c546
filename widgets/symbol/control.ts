import { below, type Category, circle, left, rect, right, symbol } from './symbol.ts'

export default {
  key: 'control',
  name: { en: 'Control and network', 'zh-cn': '控制与网络' },
  symbols: [
    symbol(
      'plc',
      'PLC',
      'PLC',
      {
        body: rect(4, 9, 40, 30, 1.5),
        glyphLine:
          'M16 9V39M25.3 9V39M34.6 9V39M8 15h4M8 19.5h4M20.6 14v.1M20.6 18v.1M20.6 22v.1M30 14v.1M30 18v.1M30 22v.1M39.3 14v.1M39.3 18v.1M39.3 22v.1M7.5 31h5',
      },
      { ports: [below(24)] },
    ),
    symbol(
      'remoteIo',
      'Remote I/O',
      '远程 I/O',
      {
        body: rect(6, 7, 36, 34, 1.5),
        glyphLine: ['M6 16H42M15 16V41M24 16V41M33 16V41', 'M10.5 22v.1M19.5 22v.1M28.5 22v.1M37.5 22v.1'],
      },
      { ports: [below(24)] },
    ),
    symbol('hmi', 'Operator panel', '触摸屏', {
      body: rect(4, 8, 40, 30, 2),
      glyphLine: [rect(8, 12, 26, 22), 'M38 16v.1M38 23v.1M38 30v.1', 'M12 28L18 21L23 25L30 17'],
    }),
    symbol(
      'gateway',
      'Gateway',
      '网关',
      {
        body: rect(6, 27, 36, 14, 2),
        glyphLine: 'M12 34v.1M18 34v.1M24 34h12',
        line: 'M34 27V17M28.5 13a7.8 7.8 0 0 1 11 0M25 9a12.8 12.8 0 0 1 18 0',
      },
      { ports: [below(24)] },
    ),
    symbol(
      'switch',
      'Network switch',
      '交换机',
      {
        body: rect(3, 16, 42, 16, 2),
        glyphLine: ['M8 21H13V27H8ZM16 21H21V27H16ZM24 21H29V27H24ZM32 21H37V27H32Z', 'M41 24v.1'],
      },
      { ports: [below(24)] },
    ),
    symbol(
      'router',
      'Router',
      '路由器',
      {
        body: circle(24, 24, 17),
        glyphLine:
          'M24 11V20M21 14L24 11L27 14M24 37V28M21 34L24 37L27 34M11 24H20M17 21L20 24L17 27M37 24H28M31 21L28 24L31 27',
      },
      { ports: [below(24)] },
    ),
    symbol(
      'firewall',
      'Firewall',
      '防火墙',
      {
        body: rect(5, 9, 38, 30),
        glyphLine: 'M5 19H43M5 29H43M18 9V19M31 9V19M12 19V29M24 19V29M36 19V29M18 29V39M31 29V39',
      },
      { ports: [left(24), right(24)] },
    ),
    symbol(
      'server',
      'Server',
      '服务器',
      { body: rect(12, 4, 24, 40, 1.5), glyphLine: 'M16 11H32M16 17H32M16 23H32M16 38v.1M21 38v.1' },
      { ports: [below(24)] },
    ),
    symbol('computer', 'Workstation', '工作站', {
      line: 'M24 33V40M14 42H34',
      body: rect(5, 7, 38, 26, 2),
      glyphLine: 'M10 27L18 18L24 23L36 13',
    }),
    symbol(
      'antenna',
      'Antenna',
      '天线',
      {
        line: 'M24 16V46M14 46H34M17 9a10 10 0 0 0 0 14M31 9a10 10 0 0 1 0 14M11 5a18 18 0 0 0 0 22M37 5a18 18 0 0 1 0 22',
        dot: circle(24, 16, 3),
      },
      { ports: [below(24)] },
    ),
    symbol('cloud', 'Cloud', '云', { body: 'M14 38a9 9 0 0 1-1-18a12 12 0 0 1 23-2a10 10 0 0 1-1 20Z' }),
    symbol('camera', 'Camera', '摄像机', {
      body: 'M4 14L36 8L39 21L8 28Z',
      line: 'M39 21L44 18L42 10L36 8M20 25.5V36H6M6 30V42',
    }),
    symbol('beacon', 'Beacon', '警示灯', {
      line: 'M10 42H38M24 6V1M8 14L4 11M40 14L44 11',
      body: 'M14 36V24a10 12 0 0 1 20 0V36Z',
      plain: rect(11, 36, 26, 6),
    }),
    symbol('horn', 'Horn', '蜂鸣器', {
      body: 'M6 18H16L34 8V40L16 30H6Z',
      line: 'M39 16a12 12 0 0 1 0 16M43 12a18 18 0 0 1 0 24',
    }),
    symbol('emergencyStop', 'Emergency stop', '急停', {
      plain: circle(24, 24, 20),
      body: circle(24, 24, 12),
      glyphLine: 'M18 24a6 6 0 1 1 6 6M18 24L15.5 21.5M18 24L20.5 21.5',
    }),
    symbol('selector', 'Selector switch', '选择开关', {
      plain: circle(24, 24, 18),
      body: 'M20 9H28V39H20Z',
      line: 'M6 6L10 10M42 6L38 10',
    }),
    symbol('person', 'Operator', '操作员', { body: [circle(24, 13, 8), 'M8 44a16 18 0 0 1 32 0Z'] }),
  ],
} satisfies Category
