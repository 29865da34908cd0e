{{- define "cuvette.name" -}}
{{- printf "%s" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "cuvette.labels" -}}
app.kubernetes.io/name: cuvette
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "cuvette.serverLabels" -}}
app.kubernetes.io/name: cuvette
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "cuvette.image" -}}
{{- printf "%s:%s" .image.repository (.image.tag | default .version) -}}
{{- end -}}

{{- /* An ordinary user without rights, on a root file system that cannot be written. */ -}}
{{- define "cuvette.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "cuvette.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- /* The secret with the address of PostgreSQL; CloudNativePG names its own. */ -}}
{{- define "cuvette.databaseSecret" -}}
{{- if .Values.database.operator.enabled -}}
{{ include "cuvette.name" . }}-database-app
{{- else -}}
{{ required "Set database.existingSecret to a secret with the address of PostgreSQL under \"uri\", or database.operator.enabled." .Values.database.existingSecret }}
{{- end -}}
{{- end -}}
