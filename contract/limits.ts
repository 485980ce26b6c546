// Every limit of the product, with its unit and clause. [S9]
import { boxLimits } from './box-limits.ts'
import { foreignLimits } from './foreign-limits.ts'
import { gatewayLimits } from './gateway-limits.ts'
import { pageLimits } from './page-limits.ts'

export const limits = {
  ...boxLimits,
  ...foreignLimits,
  ...gatewayLimits,
  ...pageLimits,
  requestTimeoutMs: 120_000,
  /** The body of a call whose contract declares no other `bodyBytes`. */
  bodyBytes: 64 * 1024,
  /** The body of a call that sends a list: a thousand variables, a report with all columns. */
  listBodyBytes: 1024 * 1024,
  /** The body of a call that sends a page with its widgets, or a spreadsheet. */
  fileBodyBytes: 4 * 1024 * 1024,
  /** Maximum characters of a spreadsheet as CSV, and of its separators. */
  csvLength: 1_000_000,
  csvCells: 50_000,
  /** A CSV file: characters of a cell, cells of a row, lines with empty ones, undoubled quotation marks in cells. */
  ...{ csvCellLength: 20_000, csvColumns: 500, csvLines: 100_000, csvLooseQuotes: 1000 },
  /** The body of a call that needs no session. */
  publicBodyBytes: 16 * 1024,
  /** The body of a form. Parsing a form costs far more than parsing JSON. */
  formBytes: 64 * 1024,
  pageSize: 10,
  equipmentNameLength: 25,
  /** Device import: devices per file, copies of a device, cells per row, bytes of the unzipped workbook. */
  ...{ fleetRows: 2000, fleetCopies: 200, fleetColumns: 60, fleetBytes: 32 * 1024 * 1024 },
  /** Imports and copies of an organisation: running at the same time, and finished ones that stay listed. */
  ...{ fleetJobs: 3, fleetJobsKept: 50 },
  groupNameLength: 30,
  departmentNameLength: 30,
  roleNameLength: 30,
  /** Page regions that a role can see, and characters of a region. */
  roleRegions: 50,
  regionLength: 30,
  /** Maximum number of devices sent to a map. */
  placedDevices: 20_000,
  groupLevels: 10,
  groupChildren: 500,
  remarkLength: 200,
  /** Length of the text that a device's pages show before the first value arrives. */
  defaultValueLength: 20,
  /** An organisation can be notified at most this many days before the end of a warranty. */
  warrantyDays: 365,
  accountRemarkLength: 20,
  titleLength: 50,
  signalNameLength: 50,
  unitLength: 16,
  noValueLength: 120,
  /** Length of a variable's address. OPC UA servers name some nodes by their full path. */
  addressLength: 500,
  /** Name translations: entries of an organisation, characters of a text, entries of one call. */
  translations: 10_000,
  translationLength: 300,
  translationsAtOnce: 1000,
  signalsPerEquipment: 500,
  driversPerEquipment: 10,
  /** Alarm rules of one device. [S9 Gateway quotas] */
  alarmRulesPerEquipment: 200,
  /** [S9] An alarm rule: length of its text and its advice, related setpoints, values sent with an alarm. */
  alarmContentLength: 100,
  alarmAdviceLength: 500,
  alarmSetPoints: 5,
  alarmTold: 20,
  /** Notifications to a person per hour, attempts to deliver one, and characters of an SMS. */
  deliveriesPerHour: { email: 60, sms: 20, phone: 10 },
  deliveryTries: 8,
  smsLength: 200,
  /** Notification steps of an alarm rule, and the accounts and roles of a step. */
  alarmSteps: 5,
  alarmStepAccounts: 20,
  alarmStepRoles: 5,
  /** Backtest of an alarm rule: days of history, and alarms returned one by one. */
  triedDays: 90,
  triedAlarms: 2000,
  /** Past alarms are counted and listed up to this number. */
  alarmsCounted: 10_000,
  /** Devices whose alarms one list shows. */
  alarmDevices: 100,
  /** Limits of one alarm's details: entries of its log, and other occurrences of its rule. */
  alarmNotes: 200,
  /** Length of a comment on an alarm; alarms of one bulk action. */
  alarmCommentLength: 200,
  alarmsAtOnce: 200,
  shelveDays: 30,
  handoverLength: 2000,
  namedAlarmFilters: 50,
  /** Alarm events in one message of a gateway. */
  alarmEvents: 500,
  /** Alarms that arrive later than this after they were raised are reported together as a backlog. */
  alarmBacklogMs: 60_000,
  /**
   * A backlog is over when no part of it has arrived for this long; a reconnected gateway may send its backlog first.
   */
  backlogSettleMs: 15_000,
  /** Length of the expression of an intermediate variable: a list of variables with function name and brackets. */
  mvarExpressionLength: 20_000,
  passwordMin: 8,
  passwordMax: 15,
  claimCodeDigits: 6,
  claimTriesPerHour: 5,
  loginFailuresBeforeCaptcha: 3,
  loginFailuresBeforeLockout: 8,
  lockoutMs: 10 * 60_000,
  /** Failed logins to one name from unknown places: each one beyond the limit doubles the delay, up to a maximum. */
  strangerDelayMs: 60_000,
  strangerDelayMaxMs: 60 * 60_000,
  /** Failed logins from one address, with any names: more than the typing errors of a company behind one address. */
  loginFailuresPerAddress: 60,
  /** Failed enrolments from one address, and recoveries started from it, before it has to wait. */
  strangersTriesPerAddress: 20,
  /** Bits of the proof of work of a captcha: for the first one, and at most. */
  workBits: 14,
  workBitsMax: 18,
  /** Browsers and addresses remembered as places from which an account signs in. */
  knownPlaces: 50,
  knownPlaceMs: 180 * 24 * 3600_000,
  captchaMs: 10 * 60_000,
  sessionIdleMs: 12 * 3600_000,
  sessionMaxMs: 30 * 24 * 3600_000,
  feedbackMin: 10,
  feedbackMax: 2000,
  feedbackADay: 20,
  /** Confirmation by password: wrong passwords allowed, and how long a session counts as confirmed. */
  confirmTries: 5,
  confirmedMs: 10 * 60_000,
  /** A password set by another account is valid for this long; then only other ways to sign in remain. */
  firstPasswordMs: 7 * 24 * 3600_000,
  emailLength: 100,
  /** One-time codes by e-mail and SMS, and the wait before a new one. [S9 Verification code validity] */
  verificationDigits: 6,
  verificationMs: 10 * 60_000,
  verificationTries: 5,
  verificationAgainMs: 60_000,
  /** Codes sent: per recipient and hour, per account and day, per requesting network and hour. */
  codesPerTargetHour: 5,
  codesPerAccountDay: 15,
  codesPerNetworkHour: 60,
  /** Timeout of a message provider; messages of one kind that are being sent, and that wait. */
  messageMs: 15_000,
  messagesAtOnce: 4,
  messagesWaiting: 200,
  /** A development platform sends no messages; this many can be read on its pages. */
  outboxMessages: 200,
  /** Time for a password recovery; recoveries started by one network per hour. */
  recoveryMs: 10 * 60_000,
  recoveriesPerNetworkHour: 60,
  /** Wrong answers to security questions per account and day; wrong old passwords in ten minutes. */
  answerTriesPerDay: 10,
  oldPasswordTries: 5,
  /** Security settings of an account can be changed for this long after a verification. */
  changeWindowMs: 10 * 60_000,
  securityQuestions: 3,
  securityAnswerLength: 50,
  /** The picture of an account: bytes of the file, and pixels of the decoded picture. [S9 Avatar] */
  avatarBytes: 100 * 1024,
  avatarPixels: 4_000_000,
  /** The longer side of any picture, and the scans of a progressive JPEG: encoders write about ten. */
  ...{ pictureLongest: 16_384, jpegScans: 64 },
  /** Maximum width and height of the stored avatar. */
  avatarSide: 256,
  /** The second login step: time for it, attempts per login, and wrong codes before an account has to wait. */
  loginTicketMs: 5 * 60_000,
  codeTries: 5,
  codeFailures: 10,
  /** Number of time steps of 30 s before and after the current one whose codes are also accepted. */
  codeWindow: 1,
  recoveryCodes: 10,
  /** Passkeys per account; length of a name; time to answer a challenge; open challenges per session or network. */
  passkeys: 20,
  passkeyNameLength: 50,
  passkeyChallengeMs: 5 * 60_000,
  passkeyChallenges: 200,
  /** WeChat login: time to return; logins started per network and hour, and open in all; one request to WeChat. */
  weChatMs: 10 * 60_000,
  weChatsPerNetworkHour: 300,
  weChatsAtOnce: 20_000,
  weChatRequestMs: 8_000,
  weChatAnswerBytes: 64 * 1024,
  /** Single sign-on: time to return; logins started per network and hour, and open in all. */
  signOnMs: 10 * 60_000,
  signOnsPerNetworkHour: 1000,
  signOnsAtOnce: 20_000,
  /** A request to a provider: timeout, size of the response, and how long the provider's metadata is cached. */
  signOnRequestMs: 8_000,
  signOnAnswerBytes: 512 * 1024,
  signOnMetadataMs: 60_000,
  /** Length of the query with which a provider sends the browser back. */
  signOnAnswerLength: 8000,
  /** A provider: length of its secret, entries of its role mapping, length of their values, e-mail domains. */
  signOnSecretLength: 500,
  signOnValues: 100,
  signOnValueLength: 200,
  signOnDomains: 50,
  /** Single sign-on providers of the platform. */
  signOnProviders: 1000,
  /** API keys per account, and the length of a name. */
  apiKeys: 20,
  apiKeyNameLength: 50,
  /** Notice before an API key or a project share expires; at most half of its lifetime. */
  expiryNoticeMs: 14 * 24 * 3600_000,
  /** The longest lifetime of an API key that expires. */
  apiKeyMs: 2 * 366 * 24 * 3600_000,
  /** Authorised accounts of a device; authorised devices and groups of an account or role. */
  authorisedAccounts: 50,
  authorisedObjects: 200,
  /** Account names of other organisations that an account may look up per minute. */
  guestTriesPerMinute: 5,
  /** Limits of one share: simultaneous visits, writes of all visitors per minute, and sites that may embed it. */
  visitsPerShare: 200,
  visitorWritesPerMinute: 60,
  shareAncestors: 10,
  enterpriseAccounts: 5,
  /** The highest quota of internal or external accounts that an operator can set for an enterprise. */
  accountsOfKind: 10_000,
  invitationDays: 30,
  /** Self-registered accounts of an organisation that wait for approval, and how long they wait. */
  registrationsWaiting: 50,
  registrationWaitDays: 14,
  invitationUses: 50,
  socketTokenMs: 60_000,
  socketIdlePingMs: 60_000,
  socketReconnectMs: 10_000,
  socketBacklogBytes: 1024 * 1024,
  /** Unused socket tokens of one session; beyond this the oldest are removed. */
  socketTokensPerSession: 200,
  /** Sockets per process and per session; size, rate and burst of the messages that a socket may send. */
  sockets: 5000,
  socketsPerSession: 100,
  socketWordBytes: 4096,
  socketWordsPerS: 5,
  socketWordsBurst: 50,
  /** Message sockets per process and per session; each open window has one. */
  messageSockets: 5000,
  messageSocketsPerSession: 30,
  /** Messages of an account. The oldest are removed: read ones beyond this, unread ones beyond twice this. */
  messagesPerAccount: 1000,
  messageDays: 90,
  messageTitleLength: 100,
  messageNoteLength: 500,
  /** Messages marked or deleted by one call, and messages shown in dialogs at the same time. */
  messagesAtATime: 200,
  messageDialogs: 20,
  /** [S4] More unread messages than this are shown as `99+`. */
  badgeCap: 99,
  /** [S4] The mark of new messages disappears after this, and they are counted again. */
  newsMarkMs: 10_000,
  /** Weather is requested again after this; places within a tenth of a degree share one request. */
  weatherKeptMs: 15 * 60_000,
  /** Weather older than this is not shown, even if the provider is unreachable. */
  weatherOldMs: 6 * 3_600_000,
  weatherPlaces: 1000,
  weatherCallMs: 10_000,
  weatherBytes: 64 * 1024,
  weatherPerMinute: 30,
  weatherAtOnce: 8,
  /** Length of a spoken message to a camera, seconds. */
  cameraTalkS: 60,
  /** Speech: length of the text, size and time of its audio, requests of an account per minute and in progress. */
  speechLength: 200,
  speechBytes: 2 * 1024 * 1024,
  speechMs: 10_000,
  speechesPerMinute: 30,
  speechesAtOnce: 8,
  /** Announcements: length of title and text, and accounts that receive one by a single statement. */
  noticeTitleLength: 60,
  noticeBodyLength: 2000,
  noticeBatch: 1000,
  /** Calls marked `heavy` that one session may run at the same time. */
  heavyCallsAtOnce: 8,
  /** HTTP connections in all, and per address (unless all requests arrive through a proxy). */
  httpConnections: 10_000,
  httpConnectionsPerAddress: 1000,
  /** A connection is closed if the client reads nothing of the response for this long. */
  httpStallMs: 120_000,
  /** A request body that stalls for this long is cut off; requests of one connection that are in progress. */
  ...{ bodyStallMs: 15_000, pipelinedCalls: 32 },
  /** How often a request in progress checks that its session is still valid. */
  streamLookMs: 2000,
  httpHeadersMs: 15_000,
  openDelayEquipmentS: 600,
  ...{ openDelayProjectS: 3600, projectRefreshMs: 3_570_000 },
  openDelayMaxS: 86_400,
  keepAliveMs: 580_000,
  economyIdleMs: 120_000,
  smartSavingMs: 10 * 60_000,
  gatewayPollMs: 60_000,
  commandTtlMs: 15_000,
  /** A momentary button is released if no message confirms it for this long; pressed buttons per gateway. */
  holdMs: { min: 500, max: 10_000 },
  heldKeys: 100,
  /** The longest time a momentary button stays pressed, even if the browser keeps confirming it. */
  longestHoldMs: 300_000,
  commandPollsMs: [500, 1000, 2000, 5000, 10_000, 30_000] as readonly number[],
  commandPollTries: 180,
  writeWaitMs: 60_000,
  /** Timeout of a single read that a user waits for, and how many an account may request. */
  probeMs: 10_000,
  probesPerMinute: 30,
  browsesPerMinute: 120,
  /** Browsing an address space: nodes per answer, and nodes in all. */
  browsePage: 100,
  browseNodes: 10_000,
  syncTtlMs: 60_000,
  gatewayKeepAliveS: 20,
  /** The longest keep-alive that a gateway may announce; a gateway without keep-alive is refused. */
  gatewayKeepAliveMaxS: 300,
  /** Connections with the secret of one SN before one of them sends its hello and becomes the gateway. */
  gatewayBoxesAtOnce: 4,
  presenceLeaseFactor: 1.5,
  mqttPayloadBytes: 1024 * 1024,
  /** Length of the sealed secrets in one message to a gateway, as base64. */
  sealedLength: 400_000,
  /** Packet size on a connection that is not admitted yet. */
  mqttConnectBytes: 4096,
  /** Size of every later packet that is no message: a gateway subscribes to one or two topics. */
  mqttOtherBytes: 512,
  /** Subscriptions to topics of other gateways before the connection is closed. */
  gatewayForbiddenTopics: 5,
  /** Gateway connections of a process; connections not admitted yet: in all, per address, being checked. */
  gatewayConnections: 20_000,
  gatewayStrangers: 4000,
  gatewayStrangersPerAddress: 2000,
  gatewayStrangersAtOnce: 256,
  gatewayConnectMs: 10_000,
  /** Connects of one gateway with a valid secret: per minute, and in a burst. */
  gatewayConnectsPerMinute: 60,
  gatewayConnectsBurst: 30,
  /** Interval of driver states while a user monitors the device. */
  driverNewsMs: 2000,
  driversPerMessage: 50,
  /** Live messages beyond this rate are dropped, because newer ones follow. */
  gatewayLivePerS: 50,
  gatewayLiveBurst: 100,
  /** Hello and goodbye messages: each is stored, and sent to all viewers. */
  gatewayHellosPerS: 1,
  gatewayHellosBurst: 60,
  /** Invalid messages; beyond this the gateway is disconnected. */
  gatewayGarbagePerMinute: 60,
  gatewayGarbageBurst: 60,
  clockToleranceMs: 5 * 60_000,
  trendPoints: 60,
  trendStepMs: 10_000,
  querySpanDays: 30,
  /** Maximum time range of rows by month; every calendar month fits. */
  monthSpanDays: 31,
  /** The operation log: entries that one call verifies, faults that it lists, login names to filter by. */
  entriesVerified: 1000,
  chainFaultsShown: 20,
  accountsListed: 1000,
  /** Points and variables of one curve. [S9 History curve] */
  curvePoints: 200_000,
  curveSignals: 10,
  /** Points of a series if a query does not specify how many it can show. */
  curveScreenPoints: 2000,
  aggregateBuckets: 10_000,
  reportsPerEquipment: 50,
  columnsPerReport: 100,
  /** Shortest interval between two rows of a report that stores on change. [S9 Change-report interval] */
  changeIntervalMs: 1000,
  formulaLength: 500,
  recordPoints: 5000,
  /** Points, or bytes, at which a gateway closes a message of values: far below `mqttPayloadBytes`. */
  messagePoints: 500,
  messageValueBytes: 200_000,
  /** Records that wait on a gateway for the platform. */
  outboxBytes: 256 * 1024 * 1024,
  /** Bytes of a gateway quarantined per day: twice a full outbox with records of a removed device. */
  quarantineBytesADay: 2 * 256 * 1024 * 1024,
  /** New outboxes of a gateway per day: each one is stored for ever. A box without a working disk starts a few. */
  outboxesADay: 200,
  /** Gaps that a gateway may report per day, one row each; more are quarantined. */
  gapsADay: 10_000,
  /** Column-days older than yesterday that a gateway may start per day: a year of everything that it stores. */
  scatteredDaysADay: 400_000,
  historyDays: 365,
  textValueLength: 500,
  configPages: 100,
  /** Templates and projects of an organisation, and the devices of one. */
  ...{ templates: 500, projects: 500, projectEquips: 1000 },
  /** Custom reports of a project; fields, variables and shifts of a report. [S9 100 fields per report] */
  ...{ customReports: 100, reportFields: 100, reportVariables: 200, reportShifts: 12, shiftNameLength: 20 },
  /** Time buckets of one query: the minutes of a month. */
  reportBuckets: 45_000,
  /**
   * Limits of stored versions, which are never deleted: bytes that a company may save per day, and the minimum counted
   * for one version.
   */
  ...{ versionBytesADay: 512 * 1024 * 1024, versionBytesMin: 8192, versionMessageLength: 200 },
} as const
