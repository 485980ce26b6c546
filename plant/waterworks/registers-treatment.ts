// Treatment works: coagulation, sedimentation, three filters, disinfection, clear well. Word-swapped (CDAB), and a
// lenient PLC: the addresses between its points exist, read as zero and refuse writes.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'CDAB'

export const treatmentRegisters = [
  ...group('Coagulation and sedimentation', '混凝沉淀', order, [
    analog('inletFlow', 'Inlet flow', '进水流量', ['input', 0, 'float32'], 'm³/h', 1, [0, 600], [140, 425], {
      pinned: true,
    }),
    analog(
      'settledTurbidity',
      'Settled water turbidity',
      '沉后水浊度',
      ['input', 2, 'float32'],
      'NTU',
      2,
      [0, 50],
      [0, 3],
    ),
    analog('settlerLevel', 'Settling tank level', '沉淀池液位', ['input', 4, 'float32'], 'm', 2, [0, 4.5], [3.3, 4]),
    analog('coagulantDose', 'Coagulant dose', '混凝剂投加量', ['input', 6, 'int16'], 'mg/L', 2, [0, 100], [5, 40], {
      scale: 0.01,
    }),
    analog(
      'coagulantRate',
      'Coagulant pump rate',
      '混凝剂投加流量',
      ['input', 8, 'float32'],
      'L/h',
      1,
      [0, 300],
      [10, 150],
    ),
    analog(
      'coagulantLevel',
      'Coagulant tank level',
      '混凝剂储罐液位',
      ['input', 10, 'uint16'],
      '%',
      1,
      [0, 100],
      [15, 95],
      {
        scale: 0.1,
      },
    ),
    analog('sludgeFlow', 'Sludge flow', '排泥流量', ['input', 12, 'float32'], 'm³/h', 1, [0, 60], [0, 35]),
  ]),
  ...group('Filters', '滤池', order, [
    analog('filter1Flow', 'Filter 1 flow', '1号滤池流量', ['input', 40, 'float32'], 'm³/h', 1, [0, 250], [40, 215]),
    analog('filter1Dp', 'Filter 1 head loss', '1号滤池水头损失', ['input', 42, 'int16'], 'kPa', 2, [0, 40], [0, 22], {
      scale: 0.01,
    }),
    analog(
      'filter1Turbidity',
      'Filter 1 turbidity',
      '1号滤池浊度',
      ['input', 44, 'float32'],
      'NTU',
      3,
      [0, 5],
      [0, 0.3],
    ),
    flag('filter1Washing', 'Filter 1 backwashing', '1号滤池反冲洗', ['discrete', 0], states.washing),
    analog('filter2Flow', 'Filter 2 flow', '2号滤池流量', ['input', 60, 'float32'], 'm³/h', 1, [0, 250], [40, 215]),
    analog('filter2Dp', 'Filter 2 head loss', '2号滤池水头损失', ['input', 62, 'int16'], 'kPa', 2, [0, 40], [0, 22], {
      scale: 0.01,
    }),
    analog(
      'filter2Turbidity',
      'Filter 2 turbidity',
      '2号滤池浊度',
      ['input', 64, 'float32'],
      'NTU',
      3,
      [0, 5],
      [0, 0.3],
    ),
    flag('filter2Washing', 'Filter 2 backwashing', '2号滤池反冲洗', ['discrete', 1], states.washing),
    analog('filter3Flow', 'Filter 3 flow', '3号滤池流量', ['input', 80, 'float32'], 'm³/h', 1, [0, 250], [40, 215]),
    analog('filter3Dp', 'Filter 3 head loss', '3号滤池水头损失', ['input', 82, 'int16'], 'kPa', 2, [0, 40], [0, 22], {
      scale: 0.01,
    }),
    analog(
      'filter3Turbidity',
      'Filter 3 turbidity',
      '3号滤池浊度',
      ['input', 84, 'float32'],
      'NTU',
      3,
      [0, 5],
      [0, 0.3],
    ),
    flag('filter3Washing', 'Filter 3 backwashing', '3号滤池反冲洗', ['discrete', 2], states.washing),
  ]),
  ...group('Clear well', '清水池', order, [
    analog(
      'clearWellLevel',
      'Clear well level',
      '清水池液位',
      ['input', 100, 'float32'],
      'm',
      2,
      [0, 5.2],
      [1.5, 4.5],
      {
        pinned: true,
      },
    ),
    analog(
      'clearWellVolume',
      'Clear well volume',
      '清水池容积',
      ['input', 102, 'int32'],
      'm³',
      1,
      [0, 1300],
      [375, 1125],
      {
        scale: 0.1,
      },
    ),
    analog('outletFlow', 'Outlet flow', '出厂流量', ['input', 104, 'float32'], 'm³/h', 1, [0, 800], [60, 550], {
      pinned: true,
    }),
    analog('outletValve', 'Outlet valve position', '出厂阀开度', ['input', 106, 'uint16'], '%', 1, [0, 100], [5, 95], {
      scale: 0.1,
    }),
    flag('clearWellOverflow', 'Clear well overflowing', '清水池溢流', ['discrete', 16], states.overflow),
    flag('clearWellHigh', 'Clear well level high', '清水池液位高', ['discrete', 17], states.alarm),
    flag('clearWellLow', 'Clear well level low', '清水池液位低', ['discrete', 18], states.alarm),
  ]),
  ...group('Disinfection', '消毒', order, [
    analog('chlorineDose', 'Chlorine dose', '加氯量', ['input', 140, 'float32'], 'mg/L', 2, [0, 5], [0.4, 3]),
    analog(
      'contactChlorine',
      'Chlorine after contact',
      '接触后余氯',
      ['input', 142, 'float32'],
      'mg/L',
      2,
      [0, 5],
      [0.5, 1.4],
    ),
    analog(
      'outletChlorine',
      'Outlet residual chlorine',
      '出厂余氯',
      ['input', 144, 'float32'],
      'mg/L',
      2,
      [0, 5],
      [0.3, 1.2],
      {
        pinned: true,
      },
    ),
    flag('chlorinatorRunning', 'Chlorinator running', '加氯机运行', ['discrete', 24], states.running),
    flag('chlorinatorTripped', 'Chlorinator tripped', '加氯机故障', ['discrete', 25], states.tripped),
  ]),
  ...group('Treated water', '出厂水', order, [
    analog('turbidity', 'Outlet turbidity', '出厂浊度', ['input', 200, 'float32'], 'NTU', 3, [0, 5], [0, 0.5], {
      pinned: true,
    }),
    analog('ph', 'Outlet pH', '出厂pH值', ['input', 202, 'int16'], '', 2, [0, 14], [6.5, 8.5], { scale: 0.01 }),
    analog('temperature', 'Outlet temperature', '出厂水温', ['input', 203, 'int16'], '°C', 1, [-5, 50], [3, 30], {
      scale: 0.1,
    }),
    analog(
      'conductivity',
      'Outlet conductivity',
      '出厂电导率',
      ['input', 204, 'float32'],
      'µS/cm',
      0,
      [0, 2000],
      [250, 650],
    ),
  ]),
  ...group('Energy', '能耗', order, [
    analog('activePower', 'Active power', '有功功率', ['input', 300, 'float32'], 'kW', 1, [0, 120], [3, 60], {
      pinned: true,
    }),
    analog('energyToday', 'Energy today', '今日用电量', ['input', 302, 'float32'], 'kWh', 1, [0, 3000], [0, 800]),
    analog('energyTotal', 'Total energy', '累计用电量', ['input', 304, 'float64'], 'kWh', 2, [0, 1e9]),
    analog('producedVolume', 'Total produced volume', '累计产水量', ['input', 308, 'uint64'], 'L', 0, []),
    analog('washVolume', 'Backwash water used', '反冲洗用水量', ['input', 312, 'uint32'], 'm³', 1, [0, 1e8], [], {
      scale: 0.1,
    }),
  ]),
  ...group('Status', '状态', order, [
    flag('autoMode', 'Automatic mode', '自动模式', ['input', 400, 0], states.automatic),
    flag('generalAlarm', 'General alarm', '综合报警', ['input', 400, 7], states.alarm),
    flag('heartbeat', 'PLC heartbeat', 'PLC心跳', ['input', 400, 8], states.heartbeat),
    analog('plcTime', 'PLC time (HHMM)', 'PLC时间', ['input', 401, 'bcd16'], '', 0, [0, 2359]),
    analog('plcDate', 'PLC date (YYYYMMDD)', 'PLC日期', ['input', 402, 'bcd32'], '', 0, [0, 99_991_231]),
    analog('serialNumber', 'Controller serial number', '控制器序列号', ['input', 404, 'uint64'], '', 0, []),
    text('stationName', 'Station name', '站点名称', ['input', 410, 16, 'ascii'], 'r', 'BADC'),
  ]),
  ...group('Control', '控制', order, [
    analog(
      'mode',
      'Control mode (0 manual, 1 auto)',
      '控制模式（0 手动，1 自动）',
      ['holding', 0, 'uint16'],
      '',
      0,
      [0, 1],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'coagulantDoseSp',
      'Coagulant dose set point',
      '混凝剂投加量设定',
      ['holding', 2, 'float32'],
      'mg/L',
      1,
      [0, 60],
      [],
      {
        access: 'rw',
      },
    ),
    analog('chlorineSp', 'Residual chlorine set point', '余氯设定', ['holding', 4, 'float32'], 'mg/L', 2, [0, 2], [], {
      access: 'rw',
    }),
    analog(
      'outletValveSp',
      'Outlet valve set point',
      '出厂阀开度设定',
      ['holding', 6, 'uint16'],
      '%',
      1,
      [0, 100],
      [],
      {
        access: 'rw',
        scale: 0.1,
      },
    ),
    analog('washFilter', 'Backwash filter no. (0 none)', '反冲洗滤池号', ['holding', 10, 'uint16'], '', 0, [0, 3], [], {
      access: 'rw',
    }),
    analog(
      'washStartDp',
      'Backwash start head loss',
      '反冲洗启动水头',
      ['holding', 11, 'int16'],
      'kPa',
      2,
      [4, 35],
      [],
      {
        access: 'rw',
        scale: 0.01,
      },
    ),
    analog('washDuration', 'Backwash duration', '反冲洗时长', ['holding', 12, 'uint16'], 's', 0, [60, 1800], [], {
      access: 'rw',
    }),
    analog('washInterval', 'Backwash interval', '反冲洗周期', ['holding', 14, 'int32'], 's', 0, [3600, 259_200], [], {
      access: 'rw',
    }),
    analog('sludgeTime', 'Daily sludge time (HHMM)', '每日排泥时间', ['holding', 16, 'bcd16'], '', 0, [0, 2359], [], {
      access: 'rw',
    }),
    text('recipeName', 'Recipe name', '配方名称', ['holding', 40, 20, 'ascii'], 'rw', 'BADC'),
    flag('chlorinatorStart', 'Chlorinator start', '加氯机启停', ['coil', 0], states.start, 'rw'),
    flag('coagulantStart', 'Coagulant pump start', '加药泵启停', ['coil', 1], states.start, 'rw'),
    flag('sludgeOpen', 'Sludge valve open', '排泥阀开', ['coil', 4], states.open, 'rw'),
  ]),
]
