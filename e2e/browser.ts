// Starts the browser of the journeys without invisible features.

/** Chromium opens two hidden pages of its own beside every page, each in a process, for a list below an address line. */
const hiddenPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** Features that the test tool disables. They are repeated here, because the browser uses only the last list. */
const offByTestTool = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

export const launchOptions = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...offByTestTool, ...hiddenPages].join(',')}`,
  ],
}

/** Options for WebGL drawn by the processor, which is slow: only for journeys of maps and 3D scenes. */
export const drawingOptions = {
  ...launchOptions,
  args: [
    ...launchOptions.args.filter((arg) => arg !== '--disable-gpu'),
    ...['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ],
}
