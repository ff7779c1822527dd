"""Which tests are long, and which quick test still catches what each of them catches.

A row of ``LONG`` names a test and what stays quick: some cases of the test itself, or another test.
A case is named by its whole id or by a piece of it between hyphens; a number n stands for the first
n cases.  Another test is named with its file, unless that is the same.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

Quick = str | tuple[str | int, ...]

# a rule set of each kind: sanma of the house, riichi of four, Chinese, cards
FEW = ("super_bingo", "riichi_tenhou", "hangzhou", "piquet")
SOME = (*FEW, "ninety_nine", "wuhan", "kawuxing", "toriuchi", "shouhai_mighty")
CHINESE = ("hangzhou", "xiamen", "quanzhou", "wuhan", "kawuxing")

JOBS = "cluster/test_ray::test_files_travel_with_the_job"
PIECES = "training/test_actors::test_pieces_of_work_are_the_run_of_one_process"

GOES_ON = "training/test_actors::test_a_run_goes_on_elsewhere"

CLUSTERS: dict[str, dict[str, Quick]] = {
    "cluster/test_ray": {
        "test_a_match_is_the_same_as_here": "test_files_travel_with_the_job",
        "test_distilling_is_the_same_as_here": "test_results_come_in_order",
        "test_what_is_wanted_no_more_harms_nobody": "test_pieces_are_handed_out_as_they_are_needed",
        "test_workers_may_be_killed_at_any_moment": "test_the_end_of_rays_own_process_is_told",
    },
    "cluster/test_commands": {
        "test_a_match": JOBS,
        "test_a_ladder": JOBS,
        "test_a_review": "lab/test_review::test_a_review_adds_up",
        "test_decisions": "lab/test_lab_study::test_values_are_those_of_playouts",
        "test_what_beats_an_agent": "judge/test_exploit::test_the_command",
        "test_a_full_disk_loses_nothing": "commands/test_files::test_training_on_a_full_disk",
        "test_a_driver_that_is_stopped_goes_on": "lab/test_lab_study::test_a_kill_changes_nothing",
    },
    "cluster/test_actors": {
        "test_actors_outlive_their_workers": PIECES,
        "test_segments_that_come_first": (
            "training/test_actors::test_segments_of_several_ages_go_on"
        ),
        "test_workers_play_the_run_of_one_process": PIECES,
    },
    "cluster/test_nodes": {
        "test_a_node_without_memory_is_named": (
            "cluster/test_ray::test_a_node_of_another_version_is_told"
        ),
        "test_nodes_leave_and_join": "cluster/test_work::test_pieces_in_any_order_bring_the_same",
    },
    "cluster/test_train": {
        "test_a_driver_that_is_stopped_goes_on": GOES_ON,
    },
}

BROWSERS: dict[str, dict[str, Quick]] = {
    "table/test_browser": {
        "test_every_game_can_be_played": ("mouse-super_bingo-3",),
        "test_everybody_can_use_the_page": ("phone-dark",),
        "test_stepping_back_and_playing_on": (
            "table/test_server::test_a_record_and_a_position_are_opened"
        ),
        "test_the_tulip_is_revealed_step_by_step": "test_every_game_can_be_played",
        "test_a_rule_set_of_ones_own_is_played": "test_a_table_is_opened_in_the_lobby",
        "test_two_people_in_two_browsers": (
            "table/test_server::test_two_people_and_one_who_comes_back"
        ),
        "test_the_page_speaks": ("ja",),
    },
    "table/test_browser_advice": {
        "test_a_game_is_reviewed_and_a_mistake_is_looked_at": (
            "table/test_advice::test_when_the_game_is_over_all_may_be_judged"
        ),
        "test_advice_appears_and_sharpens_and_practice_tells_the_cost": (
            "test_where_nothing_depends_on_the_choice_the_panel_says_so"
        ),
        "test_what_is_paid_at_the_end_of_a_match_counts_from_its_first_choice": (
            "test_where_nothing_depends_on_the_choice_the_panel_says_so"
        ),
        "test_the_words_are_there_in_every_language": ("ja",),
    },
    "table/test_browser_settings": {
        "test_a_key_of_ones_own": "test_a_tile_pressed_twice",
        "test_no_calls_and_wins_at_once": "test_a_tile_pressed_twice",
        "test_tiles_without_letters": "test_colours_of_ones_own",
    },
}

TABLES: dict[str, dict[str, Quick]] = {
    "table/test_play": {
        "test_every_game_is_played_to_its_end": (
            "ninety_nine",
            "super_bingo+cherry",
            "riichi_parlour",
        ),
        "test_hidden_tiles_are_not_drawn": ("super_bingo", "piquet"),
    },
    "table/test_view": {
        "test_what_is_hidden_makes_no_difference": (
            "super_bingo_atama",
            "kawuxing",
            "piquet+old",
            "ninety_nine",
        ),
        "test_why_a_hand_was_paid": (*SOME, "xiamen"),
    },
    "table/test_secrecy": {
        "test_what_is_sent_says_nothing_of_what_is_hidden": FEW,
    },
    "table/test_advice": {
        "test_a_review_is_that_of_the_command": "test_advice_becomes_what_a_review_says",
        "test_a_review_that_is_stopped_goes_on": "test_advice_ends_when_it_is_not_wanted",
        "test_advice_says_nothing_of_what_is_hidden": ("super_bingo", "ninety_nine"),
    },
    "table/test_server": {
        "test_one_who_does_not_read_holds_nobody_up": (
            "table/test_abuse::test_one_who_stops_reading_is_given_up"
        ),
        "test_many_tables_at_once": "test_a_game_is_played_and_kept",
        "test_a_game_is_played_and_kept": ("super_bingo", "piquet"),
    },
    "table/test_abuse": {
        "test_many_tables_are_served_at_once": "table/test_server::test_a_game_is_played_and_kept",
        "test_whatever_the_lobby_is_asked_it_answers_why_not": (
            "table/test_server::test_what_the_lobby_refuses"
        ),
    },
    "table/test_foreign_folder": {"test_a_forged_table_is_refused": (6,)},
    "table/test_twins": {
        "test_a_terminal_does_not_know_it_either": ("super_bingo",),
        "test_a_page_does_not_know_whether_others_could_claim": ("super_bingo",),
    },
}

RUNS: dict[str, dict[str, Quick]] = {
    "training/test_actors": {
        "test_pieces_of_work_are_the_run_of_one_process": ("in the engine",),
        "test_a_run_goes_on_elsewhere": ("there",),
        "test_a_state_from_before_there_were_actors": "test_a_run_goes_on_elsewhere",
        "test_segments_of_several_ages": "test_segments_of_several_ages_go_on",
    },
    "training/test_distil": {
        "test_a_resumed_run_ends_as_an_uninterrupted_one": ("False-0", "False-2"),
        "test_other_runs_may_be_of_some_of_the_rule_sets": (
            "test_command_learns_from_the_positions_of_other_runs_too"
        ),
    },
    "games/tricks/test_distil_cards": {"test_a_run_of_cards_ends_with_it": ("ninety_nine",)},
    "training/test_standing": {
        "test_a_run_learns_it_again_from_its_own_play": "test_it_finds_what_was_put_in",
    },
    "training/test_training": {
        "test_a_resumed_run_ends_as_an_uninterrupted_one": (
            "test_playing_while_learning_stops_and_goes_on"
        ),
        "test_playing_while_learning": "test_playing_while_learning_stops_and_goes_on",
        "test_a_policy_with_advice_starts_where_the_baseline_is": (
            "test_the_warm_start_learns_the_baseline"
        ),
    },
    "training/test_mixture": {
        "test_a_mixture_trains_and_a_stopped_one_ends_the_same": (
            "test_the_command_goes_on_with_a_mixture"
        ),
        "test_a_policy_is_learnt_as_it_is": "test_a_teacher_that_is_a_network_says_how_sure_it_is",
    },
    "training/test_start_states": {
        "test_a_stopped_run_with_kept_positions_ends_the_same": "test_the_share_falls",
    },
    "games/chinese/test_regional_training": {
        "test_the_smoke_config_trains": ("hangzhou", "wuhan"),
        "test_a_network_of_super_bingo_plays_them_all": "test_the_smoke_config_trains",
        "test_a_match_counts_units": ("kawuxing", "kawuxing+four_people", "wuhan+three_players"),
    },
    "lab/test_lab_study": {
        "test_several_play_on": "test_hands_are_dealt_as_they_are_likely_or_any_way",
        "test_every_mahjong_game_can_be_studied": "test_sources_share_evenly",
        "test_bans_are_kept_and_go_on": "test_what_is_done_is_not_done_again",
        "test_a_kill_changes_nothing": ("10",),
    },
    "lab/test_lab_page": {"test_page_shows_the_study": "test_plots_of_made_up_values"},
    "lab/test_explain": {"test_it_goes_on_where_it_stopped": "test_the_same_again_without_work"},
    "lab/test_halving": {
        "test_a_study_goes_on_with_its_rounds": "test_another_agent_has_its_plans_valued",
    },
    "commands/test_files": {"test_training_on_a_full_disk": ("30",)},
    "repo/test_examples": {
        "test_an_example_runs": ("house_rule", "openspiel_mcts"),
    },
}

STRENGTH: dict[str, dict[str, Quick]] = {
    "bots/test_bots": {
        "test_every_parameter_changes_some_decision": (8,),
        "test_the_baseline_beats_weaker_play": ("super_bingo", "opponent0-60-sanma_base"),
    },
    "games/riichi/test_bots_house": {
        "test_it_beats_chance_and_tile_efficiency": ("super_bingo+rainbow_sevens",),
    },
    "games/ninety_nine/test_bots_ninety_nine": {
        "test_the_baseline_beats_weaker_play": ("opponent0-20",)
    },
    "games/piquet/test_bots_piquet": {
        "test_more_guesses_play_better": "test_guesses_beat_counting_alone",
        "test_answers_depend_on_nothing_hidden": ("century17",),
        "test_it_beats_random_play": ("plain-piquet", "baseline-piquet+century17"),
        "test_answers_are_the_same_however_the_hidden_cards_lie": ("piquet",),
    },
    "games/chinese/test_bots_regional": {
        "test_the_baseline_beats_plain_completion": ("hangzhou-60",),
        "test_every_answer_is_legal": ("xiamen", "hangzhou+online", "quanzhou", "kawuxing"),
    },
    "bots/test_baseline_moves": {
        "test_moves_are_as_pinned": (
            "wuhan",
            "hangzhou",
            "super_bingo",
            "riichi_tenhou",
            "kawuxing",
            "xiamen",
            "toriuchi",
            "shouhai_mighty",
            "ninety_nine",
            "piquet",
        ),
    },
    "games/tricks/test_card_endings": {
        "test_the_baseline_plays_its_last_tricks_nearly_as_well_as_can_be": ("old",),
        "test_best_play_makes_in_the_engine_what_the_solver_says": ("modern",),
    },
    "lab/test_review": {
        "test_whoever_plays_at_random_now_and_then_loses_more": (
            "test_the_cost_of_a_choice_is_covered_by_its_interval"
        ),
    },
    "lab/test_exact_endings": {
        "test_last_tiles": ("riichi of four",),
        "test_last_tricks": ("Piquet",),
    },
    "lab/test_measure_exact": {"test_playouts_find_the_exact_values": ("value",)},
    "lab/test_measure": {
        "test_plans_of_agents_do_not_overrate_the_best": (
            "test_split_deals_do_not_overrate_the_best"
        ),
        "test_plans_of_agents_help_to_find_the_best": ("2",),
        "test_interval_of_auc_covers": "test_bootstrap_of_auc_is_that_of_repeated_probes",
        "test_intervals_of_regret_cover": "test_the_same_seed_gives_the_same_interval",
        "test_truth_lies_between_regret_and_slack": ("8",),
    },
    "lab/test_measure_rules": {
        "test_the_right_policy_has_no_regret": ("riichi is free and wins more",),
    },
    "lab/test_whatif": {
        "test_dearer_open_riichi_is_worth_more": "test_who_moves_with_the_worth_follows",
        "test_the_own_hand_and_the_deck_stay": (
            "hangzhou-later",
            "hangzhou-other_place",
            "super_bingo-other_place",
            "super_bingo-less_threat",
            "riichi_tenhou-later",
            "kawuxing-later",
        ),
    },
    "lab/test_lab_probes": {
        "test_probes_are_of_their_class": ("discard", "riichi", "push_fold", "call"),
    },
    "lab/test_ban": {
        "test_baseline_stays_within_any_mask": (
            "ninety_nine",
            "hangzhou",
            "kawuxing",
            "super_bingo",
            "sanma_base",
        ),
    },
    "judge/test_choices": {
        "test_on_average_they_say_what_games_say": (
            "test_on_the_walls_that_come_choices_add_up_to_the_hand"
        ),
    },
    "judge/test_ladder": {
        "test_a_search_is_compared_with_its_agent_by_choices": (
            "test_games_and_choices_are_kept_apart"
        ),
        "test_the_interval_is_that_of_a_ratio_over_sets": ("3",),
    },
    "judge/test_luck": {
        "test_over_all_tiles_that_could_be_drawn_the_luck_is_nothing": (
            "kawuxing",
            "shouhai_mighty",
            "toriuchi",
            "sanma_tenhou",
            "super_bingo",
        ),
        "test_the_mean_of_luck_is_nothing": ("super_bingo",),
        "test_no_draw_is_passed_over": SOME,
    },
    "agents/test_beliefs": {
        "test_hands_in_riichi_are_as_dangerous_as_in_play": "test_ready_hands_come_up_as_in_play",
        "test_hands_of_the_package_are_what_would_be_learned_now": ("quanzhou",),
        "test_many_keys_at_many_moments": ("super_bingo",),
        "test_ready_hands_come_up_as_in_play": ("sanma_tenhou",),
    },
    "agents/test_search": {
        "test_searches_by_time_play_legally": (
            "kawuxing-verbs",
            "super_bingo-all",
            "ninety_nine-all",
            "ninety_nine-verbs",
        ),
    },
    "agents/test_network": {
        "test_the_engine_chooses_as_fp32_does": ("super_bingo", "hangzhou"),
        "test_torch_evaluates_nothing": (
            "vectors",
            "arena",
            "bans",
            "ladder",
            "opponents",
            "rollouts",
        ),
    },
    "agents/test_columns": {
        "test_shipped_networks_play_as_before": ("super_bingo", "wuhan"),
    },
    "agents/test_checkpoints_named": {
        "test_shipped_checkpoints_play_by_the_rules_of_their_cards": (
            "flying_fish",
            "super_bingo",
            "wuhan",
        ),
    },
    "agents/test_mjai_bot": {
        "test_a_bot_plays_whole_games": ("legal-sanma_tenhou",),
        "test_what_a_bot_started_ends_with_it": "test_a_bot_that_failed_is_started_anew",
    },
    "agents/test_plans": {
        "test_plans_of_many_games_are_those_of_each": ("super_bingo", "kawuxing", "sanma_base"),
    },
    "agents/test_playouts": {
        "test_with_hands_that_stay_what_is_foretold_happens_on_average": ("super_bingo_atama",),
        "test_the_engine_plays_on_as_asking_at_every_step_does": (
            "super_bingo",
            "xiamen",
            "kawuxing",
            "toriuchi",
            "None-hangzhou",
            "ninety_nine",
        ),
        "test_the_engine_stops_at_a_horizon_as_asking_does": (
            "super_bingo",
            "kawuxing",
            "ninety_nine",
            "1-hangzhou",
        ),
    },
    "agents/test_trunk": {
        "test_a_policy_reads_lists_as_it_reads_arrays": ("rows", "some_kinds"),
    },
}

WALKS: dict[str, dict[str, Quick]] = {
    "engine/test_random_play": {
        "test_tiles_points_and_masks": SOME,
        "test_nothing_hidden_leaks": (*FEW, "ninety_nine", "wuhan", "toriuchi"),
        "test_ledgers_sum_to_zero": (
            "super_bingo",
            "riichi_tenhou",
            "hangzhou",
            "ninety_nine",
            "wuhan",
            "toriuchi",
            "kawuxing",
            "piquet+single_hand",
        ),
        "test_states_as_values_round_trip": SOME,
        "test_rewards_sum_to_the_result": SOME,
    },
    "engine/test_bounds": {"test_play_stays_within_the_bounds": SOME},
    "engine/test_play_scored": {
        "test_every_end_is_scored_as_it_was_played": SOME,
        "test_every_end_with_random_chip_events": (8,),
    },
    "engine/test_shape": {
        "test_agrees_with_brute_force": (
            "sanma",
            "eight 1s and 9s",
            "four players, by form",
            "super bingo, limit 3",
            "super bingo, melds aside",
        ),
        "test_wildcards_agree_with_brute_force": ("one suit",),
    },
    "engine/test_surface": {
        "test_no_argument_crashes_the_engine": (
            "engine/test_fuzz::test_fresh_inputs_are_refused_or_play_on"
        ),
    },
    "engine/test_generators": {
        "test_every_value_of_every_key_is_drawn": (
            "wuhan",
            "kawuxing",
            "piquet",
            "ninety_nine",
        ),
    },
    "engine/test_fuzz": {
        "test_what_breaks_is_told_of_with_its_case": (
            "broken and os.abort()-signal SIGABRT",
            "broken and os._exit(3)-status 3",
            "assert not broken-AssertionError at ",
            "broken and Dying()-KeyError at ",
        ),
    },
    "engine/test_threads": {"test_any_number_of_threads_plays_the_same": ("hangzhou", "31-piquet")},
    "net/test_engine_critic": {
        "test_play_on_adds_what_it_says_where_play_stops": ("hangzhou", "super_bingo"),
        "test_card_games": ("ninety_nine",),
    },
    "net/test_standing": {"test_gains_of_a_game_add_up_to_its_result": SOME},
    "text/test_notation": {"test_text_gives_the_position_back": ("super_bingo",)},
    "text/test_mutated_positions": {"test_positions_of_play_are_accepted": SOME},
    "games/chinese/test_regional_position": {"test_positions_come_back": CHINESE},
    "view/test_observe": {
        "test_every_row_agrees_with_the_second_writer": ("super_bingo",),
        "test_closer_tiles_are_what_stands_there_after_the_discard": (*SOME, "sanma_base"),
    },
    "view/test_observe_gaps": {
        "test_games_end_when_the_last_hand_was_told": SOME,
        "test_a_win_overtakes_where_it_pays_what_was_told": (
            "super_bingo",
            "riichi_tenhou",
            "toriuchi",
            "sanma_base",
        ),
    },
    "view/test_observe_wins": {
        "test_silent_wins_are_paid_what_was_told": (
            "super_bingo",
            "sanma_base",
            "riichi_tenhou",
        ),
    },
    "games/tricks/test_card_observe": {
        "test_every_row_agrees_with_the_second_writer": ("ninety_nine", "piquet"),
    },
    "games/chinese/test_regional_observe": {"test_every_row_agrees_with_the_second_writer": ("1",)},
    "games/riichi/test_shouhai_observe": {"test_every_row_agrees_with_the_second_writer": ("2",)},
    "games/tricks/test_card_redeal": {
        "test_new_cards_explain_piquet": (12,),
        "test_new_cards_explain_ninety_nine": (8,),
    },
    "view/test_hidden": {
        "test_a_planted_leak_is_found": (
            "sanma_base",
            "super_bingo",
            "wuhan",
            "xiamen",
            "ninety_nine",
        ),
        "test_what_others_hold_tells_nothing_until_they_use_it": FEW,
        "test_nothing_hidden_leaks": (8,),
        "test_the_game_goes_on_from_what_is_seldom_decided": (6,),
    },
    "envs/test_buffers": {"test_flat_rows_are_planes_and_numbers": SOME},
    "envs/test_copies": {"test_a_copy_plays_on_as_the_original": (12,)},
    "envs/test_environment_pages": {
        "test_episodes_are_as_measured": ("hangzhou", "ninety_nine", "super_bingo"),
    },
    "envs/test_mjai": {
        "test_what_is_written_is_read": ("sanma_base", "sanma_mjsoul", "sanma_tenhou"),
    },
    "envs/test_openspiel": {
        "test_cfr_solves_the_last_tricks": "test_policy_gradients_learn_from_it",
        "test_its_own_simulation_test_passes": SOME,
    },
    "games/chinese/test_regional_render": {"test_a_viewer_sees_nothing_hidden": CHINESE},
    "envs/test_rewards": {
        "test_random_episodes_of_pettingzoo_sum_to_their_results": FEW,
        "test_random_episodes_of_a_seat_sum_to_their_results": FEW,
        "test_they_sum_to_the_result": SOME,
    },
    "envs/test_seat": {
        "test_the_engine_plays_opponents_as_agents_do": (
            "kawuxing+four_people",
            "riichi_tenhou",
            "super_bingo",
            "sanma_base",
        ),
    },
    "repo/test_readme": {"test_python_runs_in_a_process_of_its_own": "test_python_runs"},
    "envs/test_svg": {"test_every_table_is_whole_and_hides_what_is_hidden": SOME},
}

REFERENCES: dict[str, dict[str, Quick]] = {
    "games/ninety_nine/test_ninety_nine_play": {
        "test_every_option_is_read": (
            "match_hands",
            "mode",
            "premiums",
            "first_trump",
            "first_banker",
            "offer_mode",
            "show_bids_at_end",
        ),
    },
    "games/piquet/test_piquet": {"test_hands_score_as_the_reference_says": ("1", "3")},
    "games/piquet/test_piquet_play": {"test_an_option_changes_the_game": (4,)},
    "games/kawuxing/test_kawuxing_play": {
        "test_games_as_the_reference_has_them": ("0", "2", "3", "7")
    },
    "games/kawuxing/test_kawuxing_seen": {
        "test_shown_hands_as_the_reference_has_them": ("waiting_part",),
    },
    "games/chinese/test_regional_options": {"test_flip_changes_play": (12,)},
    "games/chinese/test_wild_reference": {
        "test_substitution_and_layouts_agree": ("0", "1", "2"),
        "test_lone_wildcards_wait_for_everything": ("13",),
    },
    "games/wuhan/test_wuhan_play": {
        "test_options_as_the_reference_has_them": (4,),
        "test_payments_as_the_reference_has_them": ("classic",),
        "test_legal_actions_as_the_reference_has_them": ("classic", "three_players"),
        "test_random_play_comes_to_its_end": ("classic", "three_players"),
    },
    "games/riichi/test_atama": {"test_hands": ("{}",)},
    "games/riichi/test_bingo_addons": {"test_hands": (8,), "test_hands_under_other_options": (6,)},
    "games/riichi/test_bingo_addons_play": {
        "test_promises": ("ledgers_sum_to_zero", "rewards_sum_to_the_result"),
    },
    "games/riichi/test_calls_play": {
        "test_text_and_pictures": ("super_bingo+grand_cross+atama",),
        "test_tiles_points_chips_and_masks": (5,),
        "test_ledgers_sum_to_zero": (5,),
    },
    "games/riichi/test_chombo": {
        "test_play_keeps_every_promise": (3,),
    },
    "games/riichi/test_flying_fish": {
        "test_hands_under_other_options": (8,),
        "test_which_riichi_an_open_hand_may_declare": ("none",),
    },
    "games/riichi/test_flying_fish_play": {"test_random_play": (12,)},
    "games/riichi/test_grand_cross": {"test_hands": ("{}",)},
    "games/riichi/test_lockstep": {
        "test_rounds_are_equal": ("riichienv",),
        "test_whole_games_are_equal": (2,),
        "test_rounds_of_four_are_equal": ("riichi_tenhou",),
    },
    "games/riichi/test_reference": {
        "test_hands": ("super_bingo",),
        "test_hands_under_other_options": (10,),
    },
    "games/riichi/test_reference_examples": {"test_random_hands": (6,)},
    "games/riichi/test_shouhai": {"test_hands_under_other_options": (2,)},
    "games/riichi/test_shouhai_play": {
        "test_random_play": (6,),
        "test_rewards_sum_to_the_result": ("{}",),
    },
    "games/riichi/test_toriuchi": {
        "test_hands": ("400",),
        "test_hands_under_other_options": (2,),
        "test_the_mask_lets_win_what_the_reference_lets_win": ("16",),
    },
    "rules/test_chip_events": {"test_facts_are_as_reckoned_again": ("super_bingo+home_run",)},
    "rules/test_every_option": {
        "test_each_option_does_something_or_is_refused": (
            "wuhan",
            "kawuxing",
            "piquet",
            "hangzhou",
            "ninety_nine",
        ),
    },
}
COMMANDS: dict[str, dict[str, Quick]] = {
    "commands/test_bench": {"test_beside_the_peer": "test_table_of_peers"},
    "commands/test_console": {
        "test_a_closed_pipe_is_no_error": ("words0",),
        "test_a_closed_pipe_is_no_error_for_tables_and_progress": "test_a_closed_pipe_is_no_error",
    },
    "commands/test_extras": {
        "test_without_any_extra": (
            "arena",
            "table",
            "score",
            "train",
            "export",
        ),
        "test_it_says_what_to_install": (
            "sklearn",
            "openskill",
            "uvicorn",
        ),
        "test_other_commands_do_without": ("openskill", "matplotlib"),
    },
    "repo/test_stubs": {
        "test_the_engine_is_as_its_stubs_say": "test_names_and_parameters_are_as_the_stubs_say",
    },
}

GROUPS = {
    "clusters": CLUSTERS,
    "pages in a browser": BROWSERS,
    "whole games at tables": TABLES,
    "runs that learn, studies": RUNS,
    "strength and statistics": STRENGTH,
    "walks through all rule sets": WALKS,
    "references under more options": REFERENCES,
    "programs that are started": COMMANDS,
}
LONG = {
    f"tests/{file}.py::{test}": kept
    for group in GROUPS.values()
    for file, tests in group.items()
    for test, kept in tests.items()
}


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Mark what the rows of ``LONG`` name, except the cases that stay quick."""
    nth: Counter[str] = Counter()
    for item in items:
        name, bracket, case = item.nodeid.partition("[")
        if name not in LONG:
            continue
        if not is_quick(case.removesuffix("]"), nth[name], LONG[name]):
            item.add_marker(pytest.mark.long)
        nth[name] += 1


def is_quick(case: str, nth: int, kept: Quick) -> bool:
    if isinstance(kept, str):
        return False
    return any(nth < one if isinstance(one, int) else one in pieces(case) for one in kept)


def pieces(case: str) -> set[str]:
    return {case, *case.split("-")}
