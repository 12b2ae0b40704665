package toolname_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/toolname"
)

// Names of tools that people really publish, sorted by hand into those that change something and
// those that only look or compute.
const (
	writing = `
	create_or_update_file push_files merge_pull_request add_issue_comment fork_repository
	update_issue_labels submit_pending_pull_request_review mark_all_notifications_read rerun_workflow
	star_repository create_gist issue_write pull_request_review_write sub_issue_write label_write
	API-create-a-comment API-patch-page API-delete-a-block API-update-a-data-source API-move-page
	API-post-page create-invoice update-invoice create-credit-note approve-timesheet
	update-timesheet-line delete-timesheet create-bank-transaction create-payment create_customer
	create_refund cancel_subscription update_subscription finalize_invoice create_payment_link
	create_product create_coupon activate_subscription pause_subscription create_discount
	TwilioApiV2010--CreateQueue TwilioApiV2010--DeleteMessage TwilioApiV2010--UpdateConference
	TwilioApiV2010--CreateSipAuthCallsCredentialListMapping TwilioApiV2010--DeleteSipIpAddress
	stories-add-external-link stories-assign-current-user documents-update epics-delete
	iterations-create stories-set-external-links linear_resolve_comment linear_bulk_update_issues
	linear_edit_issue slack_post_message slack_add_reaction slack_reply_to_thread kubectl_apply
	kubectl_scale helm_install helm_uninstall pods_delete pods_exec pods_run resources_create_or_update
	resources_delete queue_send_batch r2_put_object kv_put worker_deploy d1_delete_database
	version_rollback storage_blob_upload postgres_server_param_set keyvault_certificate_import
	managedlustre_fs_blob_autoexport_cancel storagesync_registeredserver_unregister
	loadtesting_testrun_createorupdate compute_vm_create communication_email_send
	eventgrid_events_publish sql_db_rename appconfig_kv_lock_set confidentialledger_entries_append
	createMonitor deleteSpec patchCollection transferCollectionRequests updateFolderComment
	unpublishMock runCollection addWorkspaceToPrivateNetwork archive_campaigns trigger_campaign
	activate_triggered_campaign subscribe_user_by_email unsubscribe_from_list bulk_delete_catalog_items
	upsert_sms_template send_inapp_template_proof cancel_in_app remove-contact-property
	add-contact-to-segment send-event verify-domain duplicate-template publish-template cancel-email
	hubspot-batch-create-objects hubspot-update-property delete-many insert-many drop-collection
	create-index rename-collection write_file edit_file move_file create_directory book_room
	cancel_booking hotel.book flight_book concert_ticket.buy purchase_insurance place_order cancel_order
	post_tweet retweet follow_user delete_message close_ticket resolve_ticket withdraw_funds rmdir mv rm
	touch core_memory_add archival_memory_clear cron_delete workbooks_update workflow_execute
	set_thermostat_temperature update_reservation_baggages`
	reading = `
	get_issue list_issues search_users get_file list_pull_requests issue_read pull_request_read
	get_file_blame list_starred_repositories search_pull_requests API-retrieve-a-block API-get-self
	API-query-data-source API-post-search API-list-data-source-templates list-invoices
	list-aged-payables-by-contact list-organisation-details list-profit-and-loss list_customers
	retrieve_balance list_subscriptions search_stripe_documentation list_invoices
	TwilioApiV2010--ListIncomingPhoneNumber TwilioApiV2010--FetchCall TwilioApiV2010--FetchMedia
	TwilioApiV2010--ListUsageRecordToday stories-get-by-id epics-search users-get-current-teams
	labels-get-stories iterations-get-by-id linear_get_user slack_get_channel_history
	hubspot-get-property hubspot-batch-read-objects pods_list pods_log pods_top helm_list
	configuration_view namespaces_list nodes_log kubectl_get postgres_server_config_get
	monitor_metrics_query quota_region_availability_list storage_blob_container_get keyvault_key_get
	monitor_workspace_log_query eventhubs_namespace_get functions_template_get compute_disk_get
	getCollectionForks getAuditLogs searchLearningCenter getWorkspaceTags fetchBuildInsights listTestIds
	get_campaign get_message_stats get_user_events_by_email get-contact list-topics
	list-sent-email-attachments find aggregate count db-stats collection-schema explain read_file
	list_directory directory_tree get_file_info search_files calculate_bmi geometry_square.calculate
	math.sqrt currency_conversion.get_latest_rate restaurant.find hotel.find flights.search
	video_games.store_price get_stock_price_by_stock_name finance.property_depreciation
	games.update.find book.find movie_showtimes generate_radar_chart generate_network_graph
	firecrawl_scrape maps_distance_matrix maps_place_details translate_text convert_temperature
	read_graph summarize sort_array get_order_details get_reservation_details list_all_airports
	workers_analytics_search r2_list_buckets`
)

func TestVerbOfRealNames(t *testing.T) {
	t.Parallel()
	const atLeast = 97 // percent
	names, right := 0, 0
	for want, list := range map[bool]string{true: writing, false: reading} {
		for _, name := range strings.Fields(list) {
			names++
			if v := toolname.VerbOf(name); v.Writes() == want {
				right++
			} else {
				t.Logf("%s: writes is not %t (verb %q)", name, want, v.Word)
			}
		}
	}
	if names < 200 {
		t.Errorf("only %d names", names)
	}
	if 100*right < atLeast*names {
		t.Errorf("%d of %d are right, want %d%%", right, names, atLeast)
	}
}

func TestVerbOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]toolname.Verb{
		"create_invoice":        {"create", toolname.Changes},
		"create-invoice":        {"create", toolname.Changes},
		"createInvoice":         {"create", toolname.Changes},
		"CreateInvoice":         {"create", toolname.Changes},
		"invoice.create":        {"create", toolname.Changes},
		"invoices/create":       {"create", toolname.Changes},
		"xero_create_invoice":   {"create", toolname.Changes},
		"Xero--CreateInvoice":   {"create", toolname.Changes},
		"storage_blob_upload":   {"upload", toolname.Changes},
		"void_invoice":          {"void", toolname.Destroys},
		"deleteHTTPRoute":       {"delete", toolname.Destroys},
		"refund_payment":        {"refund", toolname.Destroys},
		"get_or_create_user":    {"create", toolname.Changes},
		"create_or_update_file": {"create", toolname.Changes},
		"get_order":             {"get", toolname.Reads},
		"order_pizza":           {"order", toolname.Changes},
		"find_deleted_files":    {"find", toolname.Reads},
		"get_delete_marker":     {"get", toolname.Reads},
		"close":                 {"close", toolname.Changes},
		"archive_project":       {"archive", toolname.Changes},
		"temperature":           {"", toolname.Unknown},
		"":                      {"", toolname.Unknown},
		"---":                   {"", toolname.Unknown},
		"getInvoice2":           {"get", toolname.Reads},
		"payBill":               {"pay", toolname.Changes},
		"approve_bill":          {"approve", toolname.Changes},
		"send_invoice":          {"send", toolname.Changes},
	} {
		if got := toolname.VerbOf(name); got != want {
			t.Errorf("toolname.VerbOf(%q) = %+v, want %+v", name, got, want)
		}
	}
}
