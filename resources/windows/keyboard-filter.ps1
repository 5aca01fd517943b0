#Requires -RunAsAdministrator
# The Keyboard Filter of Windows 11 Enterprise, Education and IoT Enterprise: blocks every key combination that Windows
# knows by a name (Ctrl+Alt+Del, Alt+Tab, Win+L …) for the kiosk's account. With -Undo it lets all of them through again.
[CmdletBinding()] param([switch] $Undo)
$ErrorActionPreference = 'Stop'
$filter = @{ Namespace = 'root\standardcimv2\embedded' }
if ((Get-WindowsOptionalFeature -Online -FeatureName Client-KeyboardFilter).State -ne 'Enabled') {
  if ($Undo) { exit 0 }
  Enable-WindowsOptionalFeature -Online -FeatureName Client-KeyboardFilter -All -NoRestart | Out-Null
  Write-Output 'Restart this computer, and run this again.'
  exit 3010
}
Set-Service -Name MsKeyboardFilter -StartupType Automatic
# People type with the first three, and hear by the others.
$free = 'Alt', 'Ctrl', 'Shift', 'VolumeDown', 'VolumeMute', 'VolumeUp'
foreach ($key in Get-CimInstance @filter -ClassName WEKF_PredefinedKey) {
  Set-CimInstance -InputObject $key -Property @{ Enabled = (-not $Undo) -and ($key.Id -notin $free) }
}
# An administrator's session keeps its keys.
Get-CimInstance @filter -ClassName WEKF_Settings |
  Where-Object Name -EQ 'DisableKeyboardFilterForAdministrators' |
  Set-CimInstance -Property @{ Value = 'true' }
